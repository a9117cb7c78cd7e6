# A network, the machines in it, and the ways out of it.

terraform {
  required_providers {
    aws = {
      source = "hashicorp/aws"
    }
  }
}

variable "name" { type = string }
variable "cidr" { type = string }
variable "more" { type = list(string) }
variable "ports" { type = map(number) }
variable "disks" { type = map(number) }

data "aws_availability_zones" "here" {
  state = "available"
}

data "aws_ami" "machine" {
  most_recent = true
  owners      = ["amazon"]

  filter {
    name   = "name"
    values = ["amzn-ami-hvm-*-x86_64-gp2"]
  }
}

locals {
  zones = slice(sort(data.aws_availability_zones.here.names), 0, 2)
  tags  = { Name = var.name }
}

resource "aws_vpc" "main" {
  cidr_block           = var.cidr
  enable_dns_hostnames = true
  tags                 = local.tags
}

resource "aws_vpc_ipv4_cidr_block_association" "more" {
  for_each   = toset(var.more)
  vpc_id     = aws_vpc.main.id
  cidr_block = each.value
}

resource "aws_subnet" "inside" {
  count             = length(local.zones)
  vpc_id            = aws_vpc.main.id
  availability_zone = local.zones[count.index]
  cidr_block        = cidrsubnet(var.cidr, 8, count.index)
  tags              = { Name = "${var.name}-inside-${count.index}" }
}

resource "aws_subnet" "outside" {
  vpc_id                  = aws_vpc.main.id
  availability_zone       = local.zones[0]
  cidr_block              = cidrsubnet(var.cidr, 8, 100)
  map_public_ip_on_launch = true
  tags                    = { Name = "${var.name}-outside" }

  depends_on = [aws_vpc_ipv4_cidr_block_association.more]
}

resource "aws_internet_gateway" "main" {
  vpc_id = aws_vpc.main.id
  tags   = local.tags
}

resource "aws_egress_only_internet_gateway" "main" {
  vpc_id = aws_vpc.main.id
  tags   = local.tags
}

resource "aws_eip" "out" {
  domain = "vpc"
  tags   = local.tags
}

resource "aws_nat_gateway" "out" {
  allocation_id = aws_eip.out.id
  subnet_id     = aws_subnet.outside.id
  tags          = local.tags

  depends_on = [aws_internet_gateway.main]
}

resource "aws_route_table" "outside" {
  vpc_id = aws_vpc.main.id
  tags   = { Name = "${var.name}-outside" }
}

resource "aws_route_table" "inside" {
  vpc_id = aws_vpc.main.id
  tags   = { Name = "${var.name}-inside" }
}

resource "aws_route" "out" {
  route_table_id         = aws_route_table.outside.id
  destination_cidr_block = "0.0.0.0/0"
  gateway_id             = aws_internet_gateway.main.id
}

resource "aws_route" "inside" {
  route_table_id         = aws_route_table.inside.id
  destination_cidr_block = "0.0.0.0/0"
  nat_gateway_id         = aws_nat_gateway.out.id
}

resource "aws_main_route_table_association" "inside" {
  vpc_id         = aws_vpc.main.id
  route_table_id = aws_route_table.inside.id
}

resource "aws_route_table_association" "outside" {
  subnet_id      = aws_subnet.outside.id
  route_table_id = aws_route_table.outside.id
}

resource "aws_network_acl" "inside" {
  vpc_id     = aws_vpc.main.id
  subnet_ids = aws_subnet.inside[*].id
  tags       = local.tags
}

resource "aws_network_acl_rule" "inside" {
  for_each       = var.ports
  network_acl_id = aws_network_acl.inside.id
  rule_number    = 100 + each.value
  protocol       = "tcp"
  rule_action    = "allow"
  cidr_block     = var.cidr
  from_port      = each.value
  to_port        = each.value
}

resource "aws_security_group" "machines" {
  name        = "${var.name}-machines"
  description = "Machines of ${var.name}"
  vpc_id      = aws_vpc.main.id
}

resource "aws_vpc_security_group_ingress_rule" "machines" {
  for_each          = var.ports
  security_group_id = aws_security_group.machines.id
  description       = each.key
  ip_protocol       = "tcp"
  from_port         = each.value
  to_port           = each.value
  cidr_ipv4         = var.cidr
  tags              = { port = each.key }
}

resource "aws_vpc_security_group_egress_rule" "machines" {
  security_group_id = aws_security_group.machines.id
  ip_protocol       = "-1"
  cidr_ipv4         = "0.0.0.0/0"
}

resource "aws_security_group" "printers" {
  name_prefix = "${var.name}-printers-"
  description = "Printers of ${var.name}"
  vpc_id      = aws_vpc.main.id

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_security_group_rule" "printers" {
  security_group_id        = aws_security_group.printers.id
  type                     = "ingress"
  protocol                 = "tcp"
  from_port                = 9100
  to_port                  = 9100
  source_security_group_id = aws_security_group.machines.id
}

resource "aws_vpc_endpoint" "s3" {
  vpc_id            = aws_vpc.main.id
  service_name      = "com.amazonaws.eu-central-1.s3"
  vpc_endpoint_type = "Gateway"
  route_table_ids   = [aws_route_table.inside.id, aws_route_table.outside.id]
}

resource "aws_ec2_managed_prefix_list" "inside" {
  name           = "${var.name}-inside"
  address_family = "IPv4"
  max_entries    = 4

  dynamic "entry" {
    for_each = aws_subnet.inside
    content {
      cidr        = entry.value.cidr_block
      description = entry.value.availability_zone
    }
  }
}

resource "aws_network_interface" "machine" {
  subnet_id       = aws_subnet.inside[0].id
  private_ips     = [cidrhost(aws_subnet.inside[0].cidr_block, 50)]
  security_groups = [aws_security_group.machines.id]
  tags            = local.tags
}

resource "aws_instance" "machine" {
  ami                    = data.aws_ami.machine.id
  instance_type          = "t3.micro"
  subnet_id              = aws_subnet.inside[0].id
  vpc_security_group_ids = [aws_security_group.machines.id]

  user_data = <<-EOT
    #!/bin/sh
    echo ${var.name} > /etc/hostname
  EOT

  tags = local.tags
}

resource "aws_ebs_volume" "disk" {
  for_each          = var.disks
  availability_zone = local.zones[0]
  size              = each.value
  type              = "gp3"
  encrypted         = true
  tags              = { Name = "${var.name}${each.key}" }
}

resource "aws_volume_attachment" "disk" {
  for_each    = aws_ebs_volume.disk
  device_name = each.key
  volume_id   = each.value.id
  instance_id = aws_instance.machine.id
}

resource "aws_vpn_gateway" "main" {
  vpc_id = aws_vpc.main.id
  tags   = local.tags
}

resource "aws_customer_gateway" "main" {
  bgp_asn    = 65000
  ip_address = "192.0.2.10"
  type       = "ipsec.1"
  tags       = local.tags
}

output "vpc" {
  value = aws_vpc.main.id
}

output "zones" {
  value = { for subnet in aws_subnet.inside : subnet.availability_zone => subnet.cidr_block }
}

output "machine" {
  value = {
    address = aws_network_interface.machine.private_ip
    disks   = { for name, disk in aws_ebs_volume.disk : name => disk.size }
  }
}
