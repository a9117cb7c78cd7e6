# What was made by hand, and belongs to the shop from now on.

import {
  to = aws_s3_bucket.archive
  id = "shop-archive"
}

resource "aws_s3_bucket" "archive" {
  bucket = "shop-archive"
}

import {
  for_each = toset(["returns"])
  to       = aws_cloudwatch_log_group.found[each.key]
  id       = "/shop/${each.key}"
}

resource "aws_cloudwatch_log_group" "found" {
  for_each = toset(["returns"])
  name     = "/shop/${each.key}"
}

resource "aws_iam_user" "guest" {
  name = "guest"
}
