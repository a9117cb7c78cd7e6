# A group, who is in it, and what they may do.

terraform {
  required_providers {
    aws = {
      source = "hashicorp/aws"
    }
  }
}

variable "name" { type = string }
variable "path" { type = string }
variable "people" { type = set(string) }
variable "actions" { type = map(list(string)) }

resource "aws_iam_group" "team" {
  name = var.name
  path = var.path
}

resource "aws_iam_user" "person" {
  for_each = var.people
  name     = each.key
  path     = var.path
  tags     = { team = var.name }
}

resource "aws_iam_group_membership" "team" {
  name  = var.name
  group = aws_iam_group.team.name
  users = [for user in aws_iam_user.person : user.name]
}

data "aws_iam_policy_document" "team" {
  dynamic "statement" {
    for_each = var.actions
    content {
      sid       = title(statement.key)
      actions   = [for action in statement.value : "${statement.key}:${action}"]
      resources = ["*"]

      dynamic "condition" {
        for_each = [for user in aws_iam_user.person : user.path if length(statement.value) > 1]
        content {
          test     = "StringLike"
          variable = "aws:username"
          values   = [condition.value]
        }
      }
    }
  }
}

resource "aws_iam_group_policy" "team" {
  name   = "team"
  group  = aws_iam_group.team.name
  policy = data.aws_iam_policy_document.team.json
}

resource "aws_iam_policy" "home" {
  name = "${var.name}-home"
  path = var.path
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "s3:*", Resource = "arn:aws:s3:::${var.name}/*" }]
  })
}

resource "aws_iam_group_policy_attachment" "home" {
  group      = aws_iam_group.team.name
  policy_arn = aws_iam_policy.home.arn
}

output "group" {
  value = aws_iam_group.team.arn
}

output "people" {
  value = { for name, user in aws_iam_user.person : name => user.arn }
}
