# A network with a subnet for each zone, and what may come in.

terraform {
  required_providers {
    aws = {
      source = "hashicorp/aws"
    }
  }
}

variable "name" { type = string }
variable "cidr" { type = string }
variable "ports" { type = map(number) }

data "aws_availability_zones" "here" {
  state = "available"
}

locals {
  zones = slice(sort(data.aws_availability_zones.here.names), 0, 2)
}

resource "aws_vpc" "main" {
  cidr_block           = var.cidr
  enable_dns_hostnames = true
  tags                 = { Name = var.name }
}

resource "aws_subnet" "zone" {
  for_each = { for index, zone in local.zones : zone => index }

  vpc_id            = aws_vpc.main.id
  availability_zone = each.key
  cidr_block        = cidrsubnet(aws_vpc.main.cidr_block, 8, each.value)
  tags              = { Name = "${var.name}-${each.key}" }
}

resource "aws_internet_gateway" "main" {
  vpc_id = aws_vpc.main.id
  tags   = { Name = var.name }
}

resource "aws_route_table" "main" {
  vpc_id = aws_vpc.main.id
  tags   = { Name = var.name }

  # An attribute of the provider's schema, written as a block.
  route {
    cidr_block = "0.0.0.0/0"
    gateway_id = aws_internet_gateway.main.id
  }
}

resource "aws_route_table_association" "zone" {
  for_each = aws_subnet.zone

  subnet_id      = each.value.id
  route_table_id = aws_route_table.main.id
}

resource "aws_security_group" "web" {
  name        = "${var.name}-web"
  description = "Visitors of ${var.name}"
  vpc_id      = aws_vpc.main.id

  dynamic "ingress" {
    for_each = var.ports
    content {
      description = ingress.key
      protocol    = "tcp"
      from_port   = ingress.value
      to_port     = ingress.value
      cidr_blocks = ["0.0.0.0/0"]
    }
  }

  ingress {
    description = "among themselves"
    protocol    = "-1"
    from_port   = 0
    to_port     = 0
    self        = true
  }

  egress {
    protocol    = "-1"
    from_port   = 0
    to_port     = 0
    cidr_blocks = ["0.0.0.0/0"]
  }
}

# Someone else opens ports in this one; the network does not close them.
resource "aws_security_group" "guests" {
  name        = "${var.name}-guests"
  description = "Guests of ${var.name}"
  vpc_id      = aws_vpc.main.id

  ingress {
    description = "ssh"
    protocol    = "tcp"
    from_port   = 22
    to_port     = 22
    cidr_blocks = [var.cidr]
  }

  lifecycle {
    ignore_changes = [ingress]
  }
}

output "vpc" {
  value = aws_vpc.main.id
}

output "subnets" {
  value = { for zone, subnet in aws_subnet.zone : zone => subnet.cidr_block }
}

output "security_group" {
  value = aws_security_group.web.id
}

output "guests" {
  value = aws_security_group.guests.id
}
