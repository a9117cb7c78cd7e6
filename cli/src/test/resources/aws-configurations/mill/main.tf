# What a mill delivers and counts: streams and queues, tables, a site, and what runs it.

terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.100"
    }
  }
}

variable "endpoint" { type = string }

variable "name" {
  type    = string
  default = "mill"
}

variable "intakes" {
  type = map(object({
    fifo    = optional(bool, false)
    retries = optional(number)
    readers = optional(set(string), [])
  }))
  default = {
    grain  = { retries = 5, readers = ["111122223333", "444455556666"] }
    orders = { fifo = true }
  }
}


provider "aws" {
  region                      = "eu-central-1"
  access_key                  = "local"
  secret_key                  = "local"
  skip_credentials_validation = true
  skip_metadata_api_check     = "true"
  s3_use_path_style           = true
  max_retries                 = 3

  dynamic "endpoints" {
    for_each = [var.endpoint]
    iterator = at
    content {
      acm              = at.value
      apigateway       = at.value
      apigatewayv2     = at.value
      backup           = at.value
      cognitoidentity  = at.value
      cognitoidp       = at.value
      ec2              = at.value
      ecr              = at.value
      ecs              = at.value
      efs              = at.value
      elbv2            = at.value
      events           = at.value
      firehose         = at.value
      glue             = at.value
      iam              = at.value
      kinesis          = at.value
      kms              = at.value
      lambda           = at.value
      rds              = at.value
      route53          = at.value
      s3               = at.value
      scheduler        = at.value
      servicediscovery = at.value
      sns              = at.value
      sqs              = at.value
      sts              = at.value
      wafv2            = at.value
    }
  }
}

# Copies lie elsewhere.
provider "aws" {
  alias                       = "copies"
  region                      = "eu-west-1"
  access_key                  = "local"
  secret_key                  = "local"
  skip_credentials_validation = true
  skip_metadata_api_check     = "true"
  s3_use_path_style           = true
  max_retries                 = 3

  endpoints {
    kms = var.endpoint
    s3  = var.endpoint
    sts = var.endpoint
  }
}

data "aws_caller_identity" "here" {}

data "aws_region" "copies" {
  provider = aws.copies
}

resource "aws_kms_key" "mill" {
  description             = var.name
  deletion_window_in_days = 7
  enable_key_rotation     = true
  tags                    = { owner = var.name }
}

resource "aws_kms_alias" "mill" {
  name          = "alias/${var.name}"
  target_key_id = aws_kms_key.mill.key_id
}

module "intake" {
  source   = "./intake"
  for_each = var.intakes
  providers = {
    aws        = aws
    aws.copies = aws.copies
  }

  name    = "${var.name}-${each.key}"
  fifo    = each.value.fifo
  retries = each.value.retries
  readers = each.value.readers
  key     = aws_kms_key.mill.arn
}

module "web" {
  source = "./web"

  name    = var.name
  domain  = "${var.name}.example.com"
  records = { www = "192.0.2.20" }
  cidr    = "10.70.0.0/16"
}
