# What a shop keeps on AWS: few objects, of which a long life is told.

terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.100"
    }
  }
}

variable "endpoint" { type = string }

variable "stage" {
  description = "A tag of every object."
  type        = string
  default     = "test"
}

variable "readers" {
  type    = set(string)
  default = ["ada", "grace"]
}

variable "topic" {
  description = "Another name is another topic."
  type        = string
  default     = "orders"
}

variable "retention" {
  type    = number
  default = 14
}

variable "limit" {
  type    = number
  default = 10
}

variable "purpose" {
  description = "Of the security group, which AWS can't change."
  type        = string
  default     = "Visitors"
}

provider "aws" {
  region                      = "eu-central-1"
  access_key                  = "local"
  secret_key                  = "local"
  skip_credentials_validation = true
  skip_metadata_api_check     = "true"
  s3_use_path_style           = true
  max_retries                 = 3

  default_tags {
    tags = { stage = var.stage }
  }

  endpoints {
    ec2  = var.endpoint
    iam  = var.endpoint
    logs = var.endpoint
    s3   = var.endpoint
    sns  = var.endpoint
    ssm  = var.endpoint
    sts  = var.endpoint
  }
}

resource "aws_s3_bucket" "orders" {
  bucket        = "shop-orders"
  force_destroy = true
  tags          = { owner = "shop" }
}

resource "aws_s3_object" "prices" {
  bucket  = aws_s3_bucket.orders.id
  key     = "prices.json"
  content = jsonencode({ limit = var.limit })
}

resource "aws_sns_topic" "orders" {
  name = var.topic
}

resource "aws_iam_policy" "publish" {
  name = "shop-publish"
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "sns:Publish", Resource = aws_sns_topic.orders.arn }]
  })
}

resource "aws_iam_user" "reader" {
  for_each = var.readers
  name     = each.key
}

resource "aws_iam_user_policy_attachment" "reader" {
  for_each   = aws_iam_user.reader
  user       = each.value.name
  policy_arn = aws_iam_policy.publish.arn
}

resource "aws_cloudwatch_log_group" "orders" {
  name              = "/shop/orders"
  retention_in_days = var.retention
}

resource "aws_ssm_parameter" "limit" {
  name  = "/shop/limit"
  type  = "SecureString"
  value = var.limit
}

resource "aws_vpc" "shop" {
  cidr_block = "10.30.0.0/16"
}

resource "aws_security_group" "web" {
  name_prefix = "shop-"
  description = var.purpose
  vpc_id      = aws_vpc.shop.id

  ingress {
    description = "https"
    protocol    = "tcp"
    from_port   = 443
    to_port     = 443
    cidr_blocks = ["0.0.0.0/0"]
  }

  lifecycle {
    create_before_destroy = true
  }
}

# What is told of the group that is there.
resource "aws_ssm_parameter" "group" {
  name  = "/shop/group"
  type  = "String"
  value = "${var.purpose} ${length(aws_security_group.web.id)}"
}

output "topic" {
  value = aws_sns_topic.orders.arn
}

output "readers" {
  value = { for name, user in aws_iam_user.reader : name => user.arn }
}

output "limit" {
  value     = aws_ssm_parameter.limit.value
  sensitive = true
}
