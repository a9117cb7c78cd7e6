# A queue with its topic, where what can't be read goes, and a bucket for all of it.

terraform {
  required_providers {
    aws = {
      source                = "hashicorp/aws"
      configuration_aliases = [aws.copies]
    }
  }
}

variable "name" { type = string }
variable "fifo" { type = bool }
variable "retries" { type = number }
variable "readers" { type = set(string) }
variable "key" { type = string }

locals {
  suffix = var.fifo ? ".fifo" : ""
}

resource "aws_sqs_queue" "spoiled" {
  count                       = var.retries == null ? 0 : 1
  name                        = "${var.name}-spoiled${local.suffix}"
  fifo_queue                  = var.fifo
  message_retention_seconds   = 1209600
  content_based_deduplication = var.fifo ? true : null
}

resource "aws_sqs_queue" "intake" {
  name                        = "${var.name}${local.suffix}"
  fifo_queue                  = var.fifo
  content_based_deduplication = var.fifo ? true : null
  visibility_timeout_seconds  = 60

  # A resource of its own sets it.
  lifecycle {
    ignore_changes = [redrive_policy]
  }
}

resource "aws_sqs_queue_redrive_policy" "spoiled" {
  count     = length(aws_sqs_queue.spoiled)
  queue_url = aws_sqs_queue.intake.id
  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.spoiled[count.index].arn
    maxReceiveCount     = var.retries
  })
}

data "aws_iam_policy_document" "intake" {
  statement {
    actions   = ["sqs:SendMessage"]
    resources = [aws_sqs_queue.intake.arn]

    principals {
      type        = "Service"
      identifiers = ["sns.amazonaws.com"]
    }

    condition {
      test     = "ArnEquals"
      variable = "aws:SourceArn"
      values   = [aws_sns_topic.intake.arn]
    }
  }

  dynamic "statement" {
    for_each = var.readers
    content {
      actions   = ["sqs:ReceiveMessage"]
      resources = [aws_sqs_queue.intake.arn]

      principals {
        type        = "AWS"
        identifiers = ["arn:aws:iam::${statement.value}:root"]
      }
    }
  }
}

resource "aws_sqs_queue_policy" "intake" {
  queue_url = aws_sqs_queue.intake.id
  policy    = data.aws_iam_policy_document.intake.json
}

resource "aws_sns_topic" "intake" {
  name              = "${var.name}${local.suffix}"
  fifo_topic        = var.fifo
  kms_master_key_id = var.key
}

resource "aws_sns_topic_subscription" "intake" {
  topic_arn            = aws_sns_topic.intake.arn
  protocol             = "sqs"
  endpoint             = aws_sqs_queue.intake.arn
  raw_message_delivery = true
}

resource "aws_s3_bucket" "kept" {
  bucket        = var.name
  force_destroy = true
}

resource "aws_s3_bucket_ownership_controls" "kept" {
  bucket = aws_s3_bucket.kept.id

  rule {
    object_ownership = "BucketOwnerEnforced"
  }
}

resource "aws_s3_bucket_server_side_encryption_configuration" "kept" {
  bucket = aws_s3_bucket.kept.id

  rule {
    bucket_key_enabled = true
    apply_server_side_encryption_by_default {
      sse_algorithm     = "aws:kms"
      kms_master_key_id = var.key
    }
  }
}

resource "aws_s3_bucket_lifecycle_configuration" "kept" {
  bucket = aws_s3_bucket.kept.id

  rule {
    id     = "old"
    status = "Enabled"

    filter {
      prefix = "old/"
    }

    expiration {
      days = 30
    }
  }
}

resource "aws_s3_bucket_notification" "kept" {
  count  = var.fifo ? 0 : 1
  bucket = aws_s3_bucket.kept.id

  queue {
    queue_arn     = aws_sqs_queue.intake.arn
    events        = ["s3:ObjectCreated:*"]
    filter_suffix = ".csv"
  }

  depends_on = [aws_sqs_queue_policy.intake]
}

resource "aws_s3_bucket" "copies" {
  provider      = aws.copies
  bucket        = "${var.name}-copies"
  force_destroy = true
}

output "queue" {
  value = aws_sqs_queue.intake.arn
}

output "bucket" {
  value = aws_s3_bucket.kept.bucket
}

output "bucket_arn" {
  value = aws_s3_bucket.kept.arn
}
