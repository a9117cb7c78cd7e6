resource "aws_s3_bucket" "a" {
  bucket = "found-again"
}

resource "aws_s3_bucket_versioning" "a" {
  bucket = aws_s3_bucket.a.bucket
  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_public_access_block" "a" {
  bucket            = aws_s3_bucket.a.bucket
  block_public_acls = true
}

resource "aws_s3_bucket_policy" "a" {
  bucket = aws_s3_bucket.a.bucket
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "s3:GetObject"
      Principal = "*"
      Resource  = "${aws_s3_bucket.a.arn}/*"
    }]
  })
}

resource "aws_s3_bucket_ownership_controls" "a" {
  bucket = aws_s3_bucket.a.bucket
  rule {
    object_ownership = "BucketOwnerPreferred"
  }
}

resource "aws_s3_bucket_server_side_encryption_configuration" "a" {
  bucket = aws_s3_bucket.a.bucket
  rule {
    apply_server_side_encryption_by_default {
      sse_algorithm = "AES256"
    }
  }
}

resource "aws_s3_bucket_cors_configuration" "a" {
  bucket = aws_s3_bucket.a.bucket
  cors_rule {
    allowed_methods = ["GET"]
    allowed_origins = ["https://example.com"]
  }
}

resource "aws_s3_bucket_website_configuration" "a" {
  bucket = aws_s3_bucket.a.bucket
  index_document {
    suffix = "index.html"
  }
}

resource "aws_s3_object" "a" {
  bucket  = aws_s3_bucket.a.bucket
  key     = "folder/text"
  content = "text"
}

resource "aws_iam_role" "a" {
  name               = "found"
  path               = "/again/"
  assume_role_policy = local.assume
}

resource "aws_iam_user" "a" {
  name = "found"
}

resource "aws_iam_group" "a" {
  name = "found"
}

resource "aws_iam_policy" "a" {
  name   = "found"
  policy = local.allow
}

resource "aws_iam_role_policy" "a" {
  name   = "inline"
  role   = aws_iam_role.a.name
  policy = local.allow
}

resource "aws_iam_user_policy" "a" {
  name   = "inline"
  user   = aws_iam_user.a.name
  policy = local.allow
}

resource "aws_iam_group_policy" "a" {
  name   = "inline"
  group  = aws_iam_group.a.name
  policy = local.allow
}

resource "aws_iam_role_policy_attachment" "a" {
  role       = aws_iam_role.a.name
  policy_arn = aws_iam_policy.a.arn
}

resource "aws_iam_user_policy_attachment" "a" {
  user       = aws_iam_user.a.name
  policy_arn = aws_iam_policy.a.arn
}

resource "aws_iam_group_policy_attachment" "a" {
  group      = aws_iam_group.a.name
  policy_arn = aws_iam_policy.a.arn
}

resource "aws_iam_instance_profile" "a" {
  name = "found"
  role = aws_iam_role.a.name
}

resource "aws_iam_account_alias" "a" {
  account_alias = "found-again"
}

resource "aws_dynamodb_table" "a" {
  name         = "found"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"
  attribute {
    name = "id"
    type = "S"
  }
}

resource "aws_dynamodb_tag" "a" {
  resource_arn = aws_dynamodb_table.a.arn
  key          = "colour"
  value        = "red"
}

resource "aws_lambda_function" "a" {
  function_name = "found"
  role          = aws_iam_role.a.arn
  runtime       = "python3.12"
  handler       = "thumbnails.handle"
  filename      = var.zip
}

resource "aws_lambda_alias" "a" {
  name             = "live"
  function_name    = aws_lambda_function.a.function_name
  function_version = "$LATEST"
}

resource "aws_lambda_permission" "a" {
  statement_id  = "events"
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.a.function_name
  principal     = "events.amazonaws.com"
}

resource "aws_lambda_function_url" "a" {
  function_name      = aws_lambda_function.a.function_name
  authorization_type = "NONE"
}

resource "aws_lambda_function_event_invoke_config" "a" {
  function_name          = aws_lambda_function.a.function_name
  maximum_retry_attempts = 0
}

resource "aws_cloudwatch_log_group" "a" {
  name = "/found/again"
}

resource "aws_cloudwatch_log_stream" "a" {
  name           = "stream"
  log_group_name = aws_cloudwatch_log_group.a.name
}

resource "aws_cloudwatch_log_metric_filter" "a" {
  name           = "filter"
  log_group_name = aws_cloudwatch_log_group.a.name
  pattern        = "ERROR"
  metric_transformation {
    name      = "errors"
    namespace = "found"
    value     = "1"
  }
}

resource "aws_cloudwatch_log_resource_policy" "a" {
  policy_name = "found"
  policy_document = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "logs:PutLogEvents"
      Resource  = "arn:aws:logs:*"
      Principal = { Service = "route53.amazonaws.com" }
    }]
  })
}

resource "aws_cloudwatch_log_subscription_filter" "a" {
  name            = "to-lambda"
  log_group_name  = aws_cloudwatch_log_group.a.name
  filter_pattern  = ""
  destination_arn = aws_lambda_function.a.arn
}

resource "aws_cloudwatch_metric_alarm" "a" {
  alarm_name          = "found"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 1
  metric_name         = "errors"
  namespace           = "found"
  period              = 60
  statistic           = "Sum"
  threshold           = 1
}

resource "aws_cloudwatch_dashboard" "a" {
  dashboard_name = "found"
  dashboard_body = jsonencode({ widgets = [] })
}

resource "aws_cloudwatch_event_bus" "a" {
  name = "found"
}

resource "aws_cloudwatch_event_rule" "a" {
  name                = "found"
  schedule_expression = "rate(1 day)"
}

resource "aws_cloudwatch_event_rule" "b" {
  name           = "found-on-bus"
  event_bus_name = aws_cloudwatch_event_bus.a.name
  event_pattern  = jsonencode({ source = ["found"] })
}
