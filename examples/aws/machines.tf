# Machines for large pictures, and the people who use them.

resource "aws_ecr_repository" "tools" {
  name                 = "${var.name}/tools"
  image_tag_mutability = "IMMUTABLE"
  force_delete         = true
}

resource "aws_iam_instance_profile" "machines" {
  name = "${var.name}-machines"
  role = aws_iam_role.thumbnails.name
}

resource "aws_key_pair" "operators" {
  key_name   = "${var.name}-operators"
  public_key = file("${path.module}/operators.pub")
}

resource "aws_launch_template" "machines" {
  name          = "${var.name}-machines"
  instance_type = "t3.small"
  key_name      = aws_key_pair.operators.key_name

  vpc_security_group_ids = [module.network.security_group]

  iam_instance_profile {
    arn = aws_iam_instance_profile.machines.arn
  }

  dynamic "block_device_mappings" {
    for_each = var.disks
    iterator = disk
    content {
      device_name = disk.value.device
      no_device   = disk.value.size == null ? "" : null

      dynamic "ebs" {
        for_each = disk.value.size[*]
        content {
          volume_size           = ebs.value
          volume_type           = "gp3"
          delete_on_termination = "true"
        }
      }
    }
  }

  # moto lists the template's own tags here.
  lifecycle {
    ignore_changes = [tag_specifications]
  }
}

# The rules for names can't change once there are users.
resource "aws_cognito_user_pool" "visitors" {
  name = "${var.name}-visitors"

  schema {
    name                = "nickname"
    attribute_data_type = "String"
    mutable             = true
    string_attribute_constraints {
      min_length = "1"
      max_length = "40"
    }
  }

  password_policy {
    minimum_length                   = 12
    require_lowercase                = true
    require_numbers                  = true
    require_symbols                  = false
    require_uppercase                = false
    temporary_password_validity_days = 3
  }

  lifecycle {
    ignore_changes = [schema]
  }
}

resource "aws_cognito_user_pool_client" "web" {
  name         = "web"
  user_pool_id = aws_cognito_user_pool.visitors.id
}
