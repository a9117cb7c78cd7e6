# What makes thumbnails: a function, who may call it, and what watches it.

data "aws_iam_policy_document" "lambda" {
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
  }
}

resource "aws_iam_role" "thumbnails" {
  name               = "${var.name}-thumbnails"
  path               = "/${var.name}/"
  assume_role_policy = data.aws_iam_policy_document.lambda.json
}

data "aws_iam_policy_document" "pictures" {
  statement {
    actions   = ["s3:GetObject", "s3:PutObject"]
    resources = [for album in module.album : "${album.bucket_arn}/*"]
  }
  statement {
    actions   = ["dynamodb:PutItem"]
    resources = values(module.album)[*].table_arn
  }
}

resource "aws_iam_policy" "pictures" {
  name   = "${var.name}-pictures"
  policy = data.aws_iam_policy_document.pictures.json
}

resource "aws_iam_role_policy_attachment" "pictures" {
  role       = aws_iam_role.thumbnails.name
  policy_arn = aws_iam_policy.pictures.arn
}

resource "aws_iam_role_policy" "logs" {
  name = "logs"
  role = aws_iam_role.thumbnails.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["logs:CreateLogStream", "logs:PutLogEvents"]
      Resource = "${aws_cloudwatch_log_group.thumbnails.arn}:*"
    }]
  })
}

resource "aws_cloudwatch_log_group" "thumbnails" {
  name              = "/aws/lambda/${var.name}-thumbnails"
  retention_in_days = 14
}

resource "aws_cloudwatch_log_metric_filter" "failures" {
  name           = "failures"
  log_group_name = aws_cloudwatch_log_group.thumbnails.name
  pattern        = "ERROR"

  metric_transformation {
    name      = "failures"
    namespace = var.name
    value     = "1"
  }
}

resource "aws_cloudwatch_metric_alarm" "failures" {
  alarm_name          = "${var.name}-failures"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 2
  threshold           = 5
  alarm_actions       = [aws_sns_topic.pictures.arn]

  metric_query {
    id          = "failures"
    return_data = true

    metric {
      metric_name = "failures"
      namespace   = var.name
      period      = 60
      stat        = "Sum"
    }
  }
}

resource "aws_lambda_function" "thumbnails" {
  function_name    = "${var.name}-thumbnails"
  role             = aws_iam_role.thumbnails.arn
  runtime          = "python3.12"
  handler          = "thumbnails.handle"
  filename         = "${path.module}/functions/thumbnails.zip"
  source_code_hash = filebase64sha256("${path.module}/functions/thumbnails.zip")
  memory_size      = var.memory

  environment {
    variables = {
      TOPIC   = aws_sns_topic.pictures.arn
      BUCKETS = join(",", values(module.album)[*].bucket)
    }
  }
}

resource "aws_lambda_alias" "live" {
  name             = "live"
  function_name    = aws_lambda_function.thumbnails.function_name
  function_version = "$LATEST"
}

resource "aws_sns_topic" "pictures" {
  name = "${var.name}-pictures"
}

resource "aws_sns_topic_subscription" "thumbnails" {
  topic_arn = aws_sns_topic.pictures.arn
  protocol  = "lambda"
  endpoint  = aws_lambda_function.thumbnails.arn
}

resource "aws_lambda_permission" "pictures" {
  statement_id  = "pictures"
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.thumbnails.function_name
  principal     = "sns.amazonaws.com"
  source_arn    = aws_sns_topic.pictures.arn
}

resource "aws_cloudwatch_event_rule" "nightly" {
  name                = "${var.name}-nightly"
  schedule_expression = "rate(1 day)"
}

resource "aws_cloudwatch_event_target" "nightly" {
  rule      = aws_cloudwatch_event_rule.nightly.name
  target_id = "thumbnails"
  arn       = aws_lambda_function.thumbnails.arn
}
