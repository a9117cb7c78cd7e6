# The site: its names, its certificate, what balances its load, and the machines behind.

terraform {
  required_providers {
    aws = {
      source = "hashicorp/aws"
    }
  }
}

variable "name" { type = string }
variable "domain" { type = string }
variable "cidr" { type = string }
variable "records" { type = map(string) }

resource "aws_vpc" "web" {
  cidr_block = var.cidr
}

resource "aws_subnet" "web" {
  for_each          = { a = 1, b = 2 }
  vpc_id            = aws_vpc.web.id
  availability_zone = "eu-central-1${each.key}"
  cidr_block        = cidrsubnet(var.cidr, 8, each.value)
}

resource "aws_security_group" "web" {
  name        = "${var.name}-web"
  description = "Visitors"
  vpc_id      = aws_vpc.web.id

  ingress {
    protocol    = "tcp"
    from_port   = 443
    to_port     = 443
    cidr_blocks = ["0.0.0.0/0"]
  }
}

resource "aws_route53_zone" "main" {
  name    = var.domain
  comment = "Of ${var.name}"
}

resource "aws_route53_record" "name" {
  for_each = var.records
  zone_id  = aws_route53_zone.main.zone_id
  name     = each.key
  type     = "A"
  ttl      = 300
  records  = [each.value]
}

resource "aws_route53_health_check" "www" {
  fqdn              = "www.${var.domain}"
  port              = 443
  type              = "HTTPS"
  resource_path     = "/health"
  failure_threshold = 3
  request_interval  = 30
}

resource "aws_acm_certificate" "web" {
  domain_name               = var.domain
  subject_alternative_names = ["*.${var.domain}"]
  validation_method         = "DNS"

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_route53_record" "proof" {
  for_each = toset([var.domain])

  zone_id         = aws_route53_zone.main.zone_id
  allow_overwrite = true
  name            = one([for option in aws_acm_certificate.web.domain_validation_options : option.resource_record_name if option.domain_name == each.key])
  type            = one([for option in aws_acm_certificate.web.domain_validation_options : option.resource_record_type if option.domain_name == each.key])
  ttl             = 60
  records         = [one([for option in aws_acm_certificate.web.domain_validation_options : option.resource_record_value if option.domain_name == each.key])]
}

resource "aws_lb" "web" {
  name               = "${var.name}-web"
  load_balancer_type = "application"
  internal           = true
  security_groups    = [aws_security_group.web.id]
  subnets            = [for subnet in aws_subnet.web : subnet.id]
}

resource "aws_lb_target_group" "web" {
  name        = "${var.name}-web"
  port        = 8080
  protocol    = "HTTP"
  target_type = "ip"
  vpc_id      = aws_vpc.web.id

  health_check {
    path    = "/health"
    matcher = "200-299"
  }
}

resource "aws_lb_listener" "web" {
  load_balancer_arn = aws_lb.web.arn
  port              = 443
  protocol          = "HTTPS"
  certificate_arn   = aws_acm_certificate.web.arn
  ssl_policy        = "ELBSecurityPolicy-2016-08"

  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.web.arn
  }
}

resource "aws_lb_listener_rule" "shop" {
  listener_arn = aws_lb_listener.web.arn
  priority     = 10

  action {
    type = "fixed-response"
    fixed_response {
      content_type = "text/plain"
      message_body = "closed"
      status_code  = "503"
    }
  }

  condition {
    host_header {
      values = ["shop.${var.domain}"]
    }
  }
}

resource "aws_ecs_cluster" "web" {
  name = var.name

  setting {
    name  = "containerInsights"
    value = "enabled"
  }
}

resource "aws_ecs_task_definition" "web" {
  family                   = "${var.name}-web"
  requires_compatibilities = ["FARGATE"]
  network_mode             = "awsvpc"
  cpu                      = 256
  memory                   = 512
  container_definitions = jsonencode([{
    name         = "web"
    image        = "${var.name}/web:1"
    essential    = true
    portMappings = [{ containerPort = 8080, hostPort = 8080, protocol = "tcp" }]
    environment  = [{ name = "DOMAIN", value = var.domain }]
  }])
}

resource "aws_ecs_service" "web" {
  name            = "web"
  cluster         = aws_ecs_cluster.web.id
  task_definition = aws_ecs_task_definition.web.arn
  desired_count   = 1
  launch_type     = "FARGATE"

  network_configuration {
    subnets         = [for subnet in aws_subnet.web : subnet.id]
    security_groups = [aws_security_group.web.id]
  }

  load_balancer {
    target_group_arn = aws_lb_target_group.web.arn
    container_name   = "web"
    container_port   = 8080
  }

  depends_on = [aws_lb_listener.web]

  lifecycle {
    ignore_changes = [desired_count, availability_zone_rebalancing]
  }
}

resource "aws_efs_file_system" "web" {
  creation_token = "${var.name}-web"
  encrypted      = true
}

resource "aws_efs_mount_target" "web" {
  for_each        = aws_subnet.web
  file_system_id  = aws_efs_file_system.web.id
  subnet_id       = each.value.id
  security_groups = [aws_security_group.web.id]
}

resource "aws_efs_access_point" "web" {
  file_system_id = aws_efs_file_system.web.id

  posix_user {
    uid = 1000
    gid = 1000
  }

  root_directory {
    path = "/web"
    creation_info {
      owner_uid   = 1000
      owner_gid   = 1000
      permissions = "0755"
    }
  }
}

resource "aws_db_subnet_group" "orders" {
  name       = "${var.name}-orders"
  subnet_ids = [for subnet in aws_subnet.web : subnet.id]
}

resource "aws_db_instance" "orders" {
  identifier             = "${var.name}-orders"
  engine                 = "postgres"
  engine_version         = "15.4"
  instance_class         = "db.t3.micro"
  allocated_storage      = 20
  db_name                = "orders"
  username               = "miller"
  password               = "flour-and-water"
  db_subnet_group_name   = aws_db_subnet_group.orders.name
  vpc_security_group_ids = [aws_security_group.web.id]
  skip_final_snapshot    = true
}

output "zone" {
  value = [for record in aws_route53_record.name : record.fqdn]
}

output "subnets" {
  value = [for subnet in aws_subnet.web : subnet.id]
}

output "database" {
  value = { name = aws_db_instance.orders.db_name, port = aws_db_instance.orders.port }
}
