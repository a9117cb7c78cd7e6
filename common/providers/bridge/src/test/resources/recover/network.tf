resource "aws_redshift_subnet_group" "a" {
  name       = "found"
  subnet_ids = [aws_subnet.a.id]
}

resource "aws_redshift_parameter_group" "a" {
  name   = "found"
  family = "redshift-1.0"
}

resource "aws_launch_configuration" "a" {
  name          = "found"
  image_id      = "ami-12c6146b"
  instance_type = "t3.small"
}

resource "aws_autoscaling_group" "a" {
  name                 = "found"
  min_size             = 0
  max_size             = 0
  launch_configuration = aws_launch_configuration.a.name
  vpc_zone_identifier  = [aws_subnet.a.id]
}

resource "aws_autoscaling_lifecycle_hook" "a" {
  name                   = "hook"
  autoscaling_group_name = aws_autoscaling_group.a.name
  lifecycle_transition   = "autoscaling:EC2_INSTANCE_LAUNCHING"
}

resource "aws_autoscaling_schedule" "a" {
  scheduled_action_name  = "nightly"
  autoscaling_group_name = aws_autoscaling_group.a.name
  min_size               = 0
  max_size               = 0
  desired_capacity       = 0
  recurrence             = "0 3 * * *"
}

resource "aws_route53_zone" "a" {
  name = "found.example"
}

resource "aws_route53_record" "a" {
  zone_id = aws_route53_zone.a.zone_id
  name    = "www"
  type    = "A"
  ttl     = 60
  records = ["192.0.2.1"]
}

resource "aws_api_gateway_rest_api" "a" {
  name = "found"
}

resource "aws_api_gateway_resource" "a" {
  rest_api_id = aws_api_gateway_rest_api.a.id
  parent_id   = aws_api_gateway_rest_api.a.root_resource_id
  path_part   = "pictures"
}

resource "aws_api_gateway_method" "a" {
  rest_api_id   = aws_api_gateway_rest_api.a.id
  resource_id   = aws_api_gateway_resource.a.id
  http_method   = "GET"
  authorization = "NONE"
}

resource "aws_api_gateway_integration" "a" {
  rest_api_id = aws_api_gateway_rest_api.a.id
  resource_id = aws_api_gateway_resource.a.id
  http_method = aws_api_gateway_method.a.http_method
  type        = "MOCK"
}

resource "aws_api_gateway_method_response" "a" {
  rest_api_id = aws_api_gateway_rest_api.a.id
  resource_id = aws_api_gateway_resource.a.id
  http_method = aws_api_gateway_method.a.http_method
  status_code = "200"
}

resource "aws_api_gateway_integration_response" "a" {
  rest_api_id = aws_api_gateway_rest_api.a.id
  resource_id = aws_api_gateway_resource.a.id
  http_method = aws_api_gateway_integration.a.http_method
  status_code = aws_api_gateway_method_response.a.status_code
}

resource "aws_api_gateway_model" "a" {
  rest_api_id  = aws_api_gateway_rest_api.a.id
  name         = "picture"
  content_type = "application/json"
  schema       = jsonencode({ type = "object" })
}

resource "aws_api_gateway_gateway_response" "a" {
  rest_api_id   = aws_api_gateway_rest_api.a.id
  response_type = "UNAUTHORIZED"
}

resource "aws_api_gateway_deployment" "a" {
  rest_api_id = aws_api_gateway_rest_api.a.id
  depends_on  = [aws_api_gateway_integration_response.a]
}

resource "aws_api_gateway_stage" "a" {
  rest_api_id   = aws_api_gateway_rest_api.a.id
  deployment_id = aws_api_gateway_deployment.a.id
  stage_name    = "live"
}

resource "aws_cognito_user_pool" "a" {
  name = "found"
}

resource "aws_cognito_user" "a" {
  user_pool_id = aws_cognito_user_pool.a.id
  username     = "found"
}

resource "aws_cognito_user_group" "a" {
  user_pool_id = aws_cognito_user_pool.a.id
  name         = "found"
}

resource "aws_cognito_resource_server" "a" {
  user_pool_id = aws_cognito_user_pool.a.id
  identifier   = "https://example.com"
  name         = "found"
}

resource "aws_codebuild_project" "a" {
  name         = "found"
  service_role = aws_iam_role.a.arn
  artifacts {
    type = "NO_ARTIFACTS"
  }
  environment {
    compute_type = "BUILD_GENERAL1_SMALL"
    image        = "alpine"
    type         = "LINUX_CONTAINER"
  }
  source {
    type     = "S3"
    location = "found-again/source.zip"
  }
}

resource "aws_glue_job" "a" {
  name     = "found"
  role_arn = aws_iam_role.a.arn
  command {
    script_location = "s3://found-again/job.py"
  }
}

resource "aws_glue_crawler" "a" {
  name          = "found"
  role          = aws_iam_role.a.arn
  database_name = "found"
  s3_target {
    path = "s3://found-again"
  }
}

resource "aws_glue_security_configuration" "a" {
  name = "found"
  encryption_configuration {
    cloudwatch_encryption {
      cloudwatch_encryption_mode = "DISABLED"
    }
    job_bookmarks_encryption {
      job_bookmarks_encryption_mode = "DISABLED"
    }
    s3_encryption {
      s3_encryption_mode = "DISABLED"
    }
  }
}

resource "aws_ses_domain_identity" "a" {
  domain = "found.example"
}

resource "aws_ses_email_identity" "a" {
  email = "found@found.example"
}

resource "aws_ses_configuration_set" "a" {
  name = "found"
}

resource "aws_ses_template" "a" {
  name    = "found"
  subject = "s"
  html    = "<p>h</p>"
  text    = "t"
}

resource "aws_ses_receipt_rule_set" "a" {
  rule_set_name = "found"
}

resource "aws_ses_receipt_rule" "a" {
  rule_set_name = aws_ses_receipt_rule_set.a.rule_set_name
  name          = "store"
  enabled       = true
}

resource "aws_resourcegroups_group" "a" {
  name = "found"
  resource_query {
    query = jsonencode({
      ResourceTypeFilters = ["AWS::EC2::Instance"]
      TagFilters          = [{ Key = "a", Values = ["b"] }]
    })
  }
}

resource "aws_backup_vault" "a" {
  name = "found"
}

resource "aws_config_configuration_recorder" "a" {
  name     = "found"
  role_arn = aws_iam_role.a.arn
}

resource "aws_sagemaker_notebook_instance" "a" {
  name          = "found"
  role_arn      = aws_iam_role.a.arn
  instance_type = "ml.t2.medium"
}

resource "aws_efs_file_system" "a" {
  creation_token = "found"
}

resource "aws_efs_file_system_policy" "a" {
  file_system_id = aws_efs_file_system.a.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = ["elasticfilesystem:ClientMount"]
      Principal = { AWS = "*" }
      Resource  = aws_efs_file_system.a.arn
    }]
  })
}
