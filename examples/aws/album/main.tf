# One album: its pictures, a copy of its description in another region, who may read it, and what is known of each picture.

terraform {
  required_providers {
    aws = {
      source                = "hashicorp/aws"
      configuration_aliases = [aws.archive]
    }
  }
}

variable "name" { type = string }
variable "title" { type = string }
variable "account" { type = string }
variable "versions" { type = bool }

variable "readers" {
  type = map(object({
    actions    = list(string)
    conditions = map(list(string))
  }))
}

resource "aws_s3_bucket" "pictures" {
  bucket        = var.name
  force_destroy = true
}

resource "aws_s3_bucket_versioning" "pictures" {
  count  = var.versions ? 1 : 0
  bucket = aws_s3_bucket.pictures.id

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_public_access_block" "pictures" {
  bucket              = aws_s3_bucket.pictures.id
  block_public_acls   = true
  block_public_policy = true
  ignore_public_acls  = true
}

# It names the bucket by what only its creation tells: read while the changes are made.
data "aws_iam_policy_document" "readers" {
  dynamic "statement" {
    for_each = var.readers
    content {
      sid       = statement.key
      actions   = statement.value.actions
      resources = ["${aws_s3_bucket.pictures.arn}/*"]

      principals {
        type        = "AWS"
        identifiers = ["arn:aws:iam::${var.account}:root"]
      }

      dynamic "condition" {
        for_each = statement.value.conditions
        content {
          test     = condition.key == "aws:SourceIp" ? "IpAddress" : "StringEquals"
          variable = condition.key
          values   = condition.value
        }
      }
    }
  }
}

resource "aws_s3_bucket_policy" "readers" {
  count  = length(var.readers) > 0 ? 1 : 0
  bucket = aws_s3_bucket.pictures.id
  policy = data.aws_iam_policy_document.readers.json

  depends_on = [aws_s3_bucket_public_access_block.pictures]
}

resource "aws_s3_object" "description" {
  bucket       = aws_s3_bucket.pictures.id
  key          = "album.json"
  content_type = "application/json"
  content      = jsonencode({ title = var.title, table = aws_dynamodb_table.pictures.name })
}

resource "aws_s3_bucket" "archive" {
  provider      = aws.archive
  bucket        = "${var.name}-archive"
  force_destroy = true
}

resource "aws_s3_object" "archived" {
  provider = aws.archive
  bucket   = aws_s3_bucket.archive.id
  key      = "album.json"
  content  = aws_s3_object.description.content
}

resource "aws_dynamodb_table" "pictures" {
  name         = var.name
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "album"
  range_key    = "picture"

  attribute {
    name = "album"
    type = "S"
  }
  attribute {
    name = "picture"
    type = "S"
  }
  attribute {
    name = "taken"
    type = "N"
  }

  global_secondary_index {
    name            = "by-date"
    hash_key        = "album"
    range_key       = "taken"
    projection_type = "ALL"
  }
}

resource "aws_dynamodb_table_item" "cover" {
  table_name = aws_dynamodb_table.pictures.name
  hash_key   = aws_dynamodb_table.pictures.hash_key
  range_key  = aws_dynamodb_table.pictures.range_key

  item = jsonencode({
    album   = { S = var.title }
    picture = { S = "cover" }
    taken   = { N = "0" }
  })
}

output "bucket" {
  value = aws_s3_bucket.pictures.bucket
}

output "bucket_arn" {
  value = aws_s3_bucket.pictures.arn
}

output "table_arn" {
  value = aws_dynamodb_table.pictures.arn
}
