# What belongs to the whole office.

resource "aws_vpc" "branch" {
  provider   = aws.branch
  cidr_block = "10.60.0.0/16"
}

resource "aws_subnet" "branch" {
  provider   = aws.branch
  vpc_id     = aws_vpc.branch.id
  cidr_block = cidrsubnet(aws_vpc.branch.cidr_block, 4, 1)
}

# Two ends of one link, each made by the provider of its region.
resource "aws_vpc_peering_connection" "branch" {
  vpc_id      = module.site["berlin"].vpc
  peer_vpc_id = aws_vpc.branch.id
  peer_region = "us-east-1"
}

resource "aws_vpc_peering_connection_accepter" "branch" {
  provider                  = aws.branch
  vpc_peering_connection_id = aws_vpc_peering_connection.branch.id
  auto_accept               = true

  # Both ends are one object, with the tags of the other end.
  tags = { office = "main", "cost centre" = "4711" }
}

resource "aws_cloudwatch_log_group" "flows" {
  for_each          = module.site
  name              = "/office/${each.key}/flows"
  retention_in_days = 7
}

resource "aws_cloudwatch_log_stream" "notes" {
  for_each       = aws_cloudwatch_log_group.flows
  name           = "notes"
  log_group_name = each.value.name
}

data "aws_iam_policy_document" "flows" {
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "Service"
      identifiers = ["vpc-flow-logs.amazonaws.com"]
    }
  }
}

resource "aws_iam_role" "flows" {
  name               = "flows"
  assume_role_policy = data.aws_iam_policy_document.flows.json
}

resource "aws_flow_log" "flows" {
  for_each        = module.site
  vpc_id          = each.value.vpc
  iam_role_arn    = aws_iam_role.flows.arn
  log_destination = aws_cloudwatch_log_group.flows[each.key].arn
  traffic_type    = "REJECT"
}

resource "aws_cloudwatch_log_resource_policy" "dns" {
  policy_name = "dns"
  policy_document = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "route53.amazonaws.com" }
      Action    = ["logs:CreateLogStream", "logs:PutLogEvents"]
      Resource  = "arn:aws:logs:*:*:log-group:/office/*"
    }]
  })
}

resource "aws_cloudwatch_dashboard" "office" {
  dashboard_name = "office"
  dashboard_body = jsonencode({
    widgets = [for name, site in module.site : {
      type       = "text"
      x          = 0
      y          = 0
      width      = 6
      height     = 3
      properties = { markdown = "# ${name}\n${join(", ", keys(site.zones))}" }
    }]
  })
}

resource "aws_iam_account_alias" "office" {
  account_alias = "the-office"
}

resource "aws_iam_account_password_policy" "strict" {
  minimum_password_length        = 14
  require_numbers                = true
  require_uppercase_characters   = true
  require_lowercase_characters   = true
  require_symbols                = false
  allow_users_to_change_password = true
}

resource "aws_iam_openid_connect_provider" "builds" {
  url             = "https://builds.example.com"
  client_id_list  = ["sts.amazonaws.com"]
  thumbprint_list = ["cf23df2207d99a74fbe169e3eba035e633b65d94"]
}

resource "aws_iam_saml_provider" "doors" {
  provider               = aws.branch
  name                   = "doors"
  saml_metadata_document = file("${path.module}/doors.xml")
}

resource "aws_iam_user" "robot" {
  name = "robot"
  path = "/office/"
}

resource "aws_iam_access_key" "robot" {
  user = aws_iam_user.robot.name
}

resource "aws_iam_user_policy" "robot" {
  name = "robot"
  user = aws_iam_user.robot.name
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "ssm:GetParameter", Resource = aws_ssm_parameter.door.arn }]
  })
}

resource "aws_iam_group" "robots" {
  name = "robots"
  path = "/office/"
}

resource "aws_iam_user_group_membership" "robot" {
  user   = aws_iam_user.robot.name
  groups = [aws_iam_group.robots.name]
}

resource "aws_ssm_parameter" "door" {
  name  = "/office/door"
  type  = "SecureString"
  value = aws_iam_access_key.robot.secret == "" ? "closed" : "open"
}

resource "aws_ssm_document" "greeting" {
  name            = "greeting"
  document_type   = "Command"
  document_format = "YAML"
  content         = <<-EOT
    schemaVersion: "2.2"
    description: Says hello
    mainSteps:
      - action: aws:runShellScript
        name: hello
        inputs:
          runCommand: ["echo hello"]
  EOT
}

resource "aws_ssm_maintenance_window" "sunday" {
  name     = "sunday"
  schedule = "cron(0 16 ? * SUN *)"
  duration = 3
  cutoff   = 1
}

resource "aws_resourcegroups_group" "office" {
  name = "office"

  resource_query {
    query = jsonencode({
      ResourceTypeFilters = ["AWS::EC2::Instance"]
      TagFilters          = [{ Key = "office", Values = ["main"] }]
    })
  }
}

output "zones" {
  value = { for name, site in module.site : name => site.zones }
}

output "machines" {
  value = { for name, site in module.site : name => site.machine }
}

output "people" {
  value = merge(values(module.team)[*].people...)
}

output "teams" {
  value = { for name, team in module.team : name => provider::aws::arn_parse(team.group).resource }
}

output "robot" {
  value = nonsensitive(length(aws_iam_access_key.robot.secret)) > 0
}

output "door" {
  value     = aws_ssm_parameter.door.value
  sensitive = true
}
