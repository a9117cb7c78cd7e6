# What counts, what is asked, and what is called from outside.

resource "aws_kinesis_stream" "scales" {
  name             = "${var.name}-scales"
  shard_count      = 1
  retention_period = 24
}

data "aws_iam_policy_document" "works" {
  for_each = toset(["firehose", "scheduler"])
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "Service"
      identifiers = ["${each.key}.amazonaws.com"]
    }
  }
}

resource "aws_iam_role" "works" {
  for_each           = data.aws_iam_policy_document.works
  name               = "${var.name}-${each.key}"
  assume_role_policy = each.value.json
}

resource "aws_kinesis_firehose_delivery_stream" "weights" {
  name        = "${var.name}-weights"
  destination = "extended_s3"

  extended_s3_configuration {
    role_arn            = aws_iam_role.works["firehose"].arn
    bucket_arn          = module.intake["grain"].bucket_arn
    prefix              = "weights/"
    buffering_size      = 5
    buffering_interval  = 300
    error_output_prefix = "errors/"
  }
}

resource "aws_glue_catalog_database" "mill" {
  name = var.name
}

resource "aws_glue_catalog_table" "weights" {
  name          = "weights"
  database_name = aws_glue_catalog_database.mill.name
  table_type    = "EXTERNAL_TABLE"

  parameters = { classification = "csv" }

  storage_descriptor {
    location      = "s3://${module.intake["grain"].bucket}/weights/"
    input_format  = "org.apache.hadoop.mapred.TextInputFormat"
    output_format = "org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat"

    dynamic "columns" {
      for_each = [{ name = "at", type = "timestamp" }, { name = "grams", type = "bigint" }]
      content {
        name = columns.value.name
        type = columns.value.type
      }
    }

    ser_de_info {
      serialization_library = "org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe"
      parameters            = { "field.delim" = "," }
    }
  }

  partition_keys {
    name = "day"
    type = "date"
  }
}

resource "aws_cloudwatch_event_bus" "mill" {
  name = var.name
}

resource "aws_cloudwatch_event_archive" "mill" {
  name             = var.name
  event_source_arn = aws_cloudwatch_event_bus.mill.arn
  retention_days   = 7
}

resource "aws_scheduler_schedule_group" "mill" {
  name = var.name
}

resource "aws_scheduler_schedule" "count" {
  name                = "count"
  group_name          = aws_scheduler_schedule_group.mill.name
  schedule_expression = "rate(1 hour)"

  flexible_time_window {
    mode                      = "FLEXIBLE"
    maximum_window_in_minutes = 10
  }

  target {
    arn      = module.intake["grain"].queue
    role_arn = aws_iam_role.works["scheduler"].arn
    input    = jsonencode({ count = true })
  }
}

resource "aws_api_gateway_rest_api" "mill" {
  name        = var.name
  description = "Orders by machines"
}

resource "aws_api_gateway_resource" "orders" {
  rest_api_id = aws_api_gateway_rest_api.mill.id
  parent_id   = aws_api_gateway_rest_api.mill.root_resource_id
  path_part   = "orders"
}

resource "aws_api_gateway_method" "orders" {
  rest_api_id   = aws_api_gateway_rest_api.mill.id
  resource_id   = aws_api_gateway_resource.orders.id
  http_method   = "GET"
  authorization = "NONE"
}

resource "aws_api_gateway_integration" "orders" {
  rest_api_id       = aws_api_gateway_rest_api.mill.id
  resource_id       = aws_api_gateway_resource.orders.id
  http_method       = aws_api_gateway_method.orders.http_method
  type              = "MOCK"
  request_templates = { "application/json" = jsonencode({ statusCode = 200 }) }
}

resource "aws_api_gateway_deployment" "mill" {
  rest_api_id = aws_api_gateway_rest_api.mill.id
  triggers = {
    redeployment = sha1(jsonencode([aws_api_gateway_resource.orders.path_part, aws_api_gateway_integration.orders.type]))
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_api_gateway_stage" "live" {
  rest_api_id   = aws_api_gateway_rest_api.mill.id
  deployment_id = aws_api_gateway_deployment.mill.id
  stage_name    = "live"
}

resource "aws_ecr_repository" "web" {
  name         = "${var.name}/web"
  force_delete = true
}

resource "aws_ecr_lifecycle_policy" "web" {
  repository = aws_ecr_repository.web.name
  policy = jsonencode({
    rules = [{
      rulePriority = 1
      description  = "Keep ten"
      selection    = { tagStatus = "any", countType = "imageCountMoreThan", countNumber = 10 }
      action       = { type = "expire" }
    }]
  })
}

resource "aws_cognito_identity_pool" "visitors" {
  identity_pool_name               = var.name
  allow_unauthenticated_identities = true
}

resource "aws_cognito_user_pool" "millers" {
  name = "${var.name}-millers"
}

resource "aws_cognito_user_group" "foremen" {
  name         = "foremen"
  user_pool_id = aws_cognito_user_pool.millers.id
  precedence   = 1
}

resource "aws_lambda_layer_version" "tables" {
  layer_name          = "${var.name}-tables"
  filename            = "${path.module}/tables.zip"
  compatible_runtimes = ["python3.12", "python3.11"]
}

resource "aws_wafv2_ip_set" "neighbours" {
  name               = "${var.name}-neighbours"
  scope              = "REGIONAL"
  ip_address_version = "IPV4"
  addresses          = ["192.0.2.0/24", "198.51.100.0/24"]
}

resource "aws_backup_vault" "mill" {
  name = var.name
}

resource "aws_sns_topic" "alarms" {
  name = "${var.name}-alarms"
}

resource "aws_sns_topic_policy" "alarms" {
  arn = aws_sns_topic.alarms.arn
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "events.amazonaws.com" }
      Action    = "sns:Publish"
      Resource  = aws_sns_topic.alarms.arn
    }]
  })
}

resource "aws_service_discovery_http_namespace" "mill" {
  name = var.name
}

output "intakes" {
  value = { for name, intake in module.intake : name => intake.queue }
}

output "names" {
  value = module.web.zone
}

output "database" {
  value = module.web.database
}

output "copies" {
  value = data.aws_region.copies.name
}

output "key" {
  value = provider::aws::arn_parse(aws_kms_key.mill.arn).service
}

output "roles" {
  value = { for name, role in aws_iam_role.works : name => role.arn }
}
