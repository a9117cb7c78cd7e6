resource "aws_cloudwatch_event_target" "a" {
  rule      = aws_cloudwatch_event_rule.a.name
  target_id = "lambda"
  arn       = aws_lambda_function.a.arn
}

resource "aws_cloudwatch_event_archive" "a" {
  name             = "found"
  event_source_arn = aws_cloudwatch_event_bus.a.arn
}

resource "aws_cloudwatch_event_connection" "a" {
  name               = "found"
  authorization_type = "API_KEY"
  auth_parameters {
    api_key {
      key   = "k"
      value = "v"
    }
  }
}

resource "aws_cloudwatch_event_api_destination" "a" {
  name                = "found"
  invocation_endpoint = "https://example.com"
  http_method         = "POST"
  connection_arn      = aws_cloudwatch_event_connection.a.arn
}

resource "aws_scheduler_schedule_group" "a" {
  name = "found"
}

resource "aws_scheduler_schedule" "a" {
  name                = "found"
  group_name          = aws_scheduler_schedule_group.a.name
  schedule_expression = "rate(1 day)"
  flexible_time_window {
    mode = "OFF"
  }
  target {
    arn      = aws_lambda_function.a.arn
    role_arn = aws_iam_role.a.arn
  }
}

resource "aws_kms_key" "a" {
  description = "found"
}

resource "aws_kms_alias" "a" {
  name          = "alias/found"
  target_key_id = aws_kms_key.a.key_id
}

resource "aws_sns_topic" "a" {
  name = "found"
}

resource "aws_sns_topic_policy" "a" {
  arn = aws_sns_topic.a.arn
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "a"
      Effect    = "Allow"
      Action    = "sns:Publish"
      Principal = { Service = "events.amazonaws.com" }
      Resource  = aws_sns_topic.a.arn
    }]
  })
}

resource "aws_ssm_parameter" "a" {
  name  = "/found/again"
  type  = "String"
  value = "text"
}

resource "aws_ssm_document" "a" {
  name          = "found"
  document_type = "Command"
  content = jsonencode({
    schemaVersion = "1.2"
    description   = "d"
    parameters    = {}
    runtimeConfig = { "aws:runShellScript" = { properties = [{ id = "0.aws:runShellScript", runCommand = ["date"] }] } }
  })
}

resource "aws_secretsmanager_secret" "a" {
  name                    = "found"
  recovery_window_in_days = 0
}

resource "aws_secretsmanager_secret_policy" "a" {
  secret_arn = aws_secretsmanager_secret.a.arn
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "secretsmanager:GetSecretValue"
      Principal = { AWS = "arn:aws:iam::123456789012:root" }
      Resource  = "*"
    }]
  })
}

resource "aws_ecr_repository" "a" {
  name = "found/again"
}

resource "aws_ecr_lifecycle_policy" "a" {
  repository = aws_ecr_repository.a.name
  policy = jsonencode({
    rules = [{
      rulePriority = 1
      selection    = { tagStatus = "untagged", countType = "imageCountMoreThan", countNumber = 3 }
      action       = { type = "expire" }
    }]
  })
}

resource "aws_ecr_repository_policy" "a" {
  repository = aws_ecr_repository.a.name
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "a"
      Effect    = "Allow"
      Action    = ["ecr:BatchGetImage"]
      Principal = { AWS = "arn:aws:iam::123456789012:root" }
    }]
  })
}

resource "aws_ecs_cluster" "a" {
  name = "found"
}

resource "aws_ecs_cluster_capacity_providers" "a" {
  cluster_name       = aws_ecs_cluster.a.name
  capacity_providers = ["FARGATE"]
}

resource "aws_key_pair" "a" {
  key_name   = "found"
  public_key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEwHfj7uiuoYQAJGQaBIgLVh49D0M3Nf0xQLXO1d0bHC found"
}

resource "aws_vpc" "a" {
  cidr_block = "10.0.0.0/16"
}

resource "aws_subnet" "a" {
  vpc_id            = aws_vpc.a.id
  cidr_block        = "10.0.1.0/24"
  availability_zone = "us-east-1a"
}

resource "aws_subnet" "b" {
  vpc_id            = aws_vpc.a.id
  cidr_block        = "10.0.2.0/24"
  availability_zone = "us-east-1b"
}

resource "aws_internet_gateway" "a" {
  vpc_id = aws_vpc.a.id
}

resource "aws_route_table" "a" {
  vpc_id = aws_vpc.a.id
}

resource "aws_route" "a" {
  route_table_id         = aws_route_table.a.id
  destination_cidr_block = "0.0.0.0/0"
  gateway_id             = aws_internet_gateway.a.id
}

resource "aws_route_table_association" "a" {
  subnet_id      = aws_subnet.a.id
  route_table_id = aws_route_table.a.id
}

resource "aws_network_acl" "a" {
  vpc_id = aws_vpc.a.id
}

resource "aws_network_acl_rule" "a" {
  network_acl_id = aws_network_acl.a.id
  rule_number    = 200
  protocol       = "tcp"
  rule_action    = "allow"
  cidr_block     = "10.0.0.0/8"
  from_port      = 22
  to_port        = 22
}

resource "aws_vpc_endpoint" "a" {
  vpc_id       = aws_vpc.a.id
  service_name = "com.amazonaws.us-east-1.s3"
}

resource "aws_vpc_endpoint_route_table_association" "a" {
  route_table_id  = aws_route_table.a.id
  vpc_endpoint_id = aws_vpc_endpoint.a.id
}

resource "aws_vpc_dhcp_options" "a" {
  domain_name = "found.internal"
}

resource "aws_vpc_dhcp_options_association" "a" {
  vpc_id          = aws_vpc.a.id
  dhcp_options_id = aws_vpc_dhcp_options.a.id
}

resource "aws_ec2_tag" "a" {
  resource_id = aws_internet_gateway.a.id
  key         = "colour"
  value       = "red"
}

resource "aws_db_subnet_group" "a" {
  name       = "found"
  subnet_ids = [aws_subnet.a.id, aws_subnet.b.id]
}

resource "aws_db_parameter_group" "a" {
  name   = "found"
  family = "postgres15"
}

resource "aws_db_option_group" "a" {
  name                 = "found"
  engine_name          = "mysql"
  major_engine_version = "8.0"
}

resource "aws_rds_cluster_parameter_group" "a" {
  name   = "found"
  family = "aurora-postgresql15"
}
