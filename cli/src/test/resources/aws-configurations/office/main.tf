# Two sites of an office, linked with each other, and the people who work there.

terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.100"
    }
  }
}

variable "endpoint" { type = string }

variable "sites" {
  type = map(object({
    cidr  = string
    more  = optional(list(string), [])
    ports = map(number)
    disks = optional(map(number), {})
  }))
  default = {
    berlin = {
      cidr  = "10.40.0.0/16"
      more  = ["10.41.0.0/16"]
      ports = { ssh = 22, https = 443 }
      disks = { "/dev/sdf" = 10 }
    }
  }
}

variable "teams" {
  type = map(object({
    people  = set(string)
    actions = map(list(string))
  }))
  default = {
    sales = {
      people  = ["ada", "grace"]
      actions = { s3 = ["GetObject"] }
    }
    support = {
      people  = ["mary"]
      actions = { logs = ["GetLogEvents", "FilterLogEvents"], s3 = ["ListBucket"] }
    }
  }
}

provider "aws" {
  region                      = "eu-central-1"
  access_key                  = "local"
  secret_key                  = "local"
  skip_credentials_validation = true
  skip_metadata_api_check     = "true"
  max_retries                 = 3

  default_tags {
    tags = { office = "main", "cost centre" = "4711" }
  }

  ignore_tags {
    key_prefixes = ["scanner:"]
  }

  dynamic "endpoints" {
    for_each = [var.endpoint]
    iterator = at
    content {
      cloudwatch     = at.value
      ec2            = at.value
      iam            = at.value
      logs           = at.value
      resourcegroups = at.value
      ssm            = at.value
      sts            = at.value
    }
  }
}

provider "aws" {
  alias                       = "branch"
  region                      = "us-east-1"
  access_key                  = "local"
  secret_key                  = "local"
  skip_credentials_validation = true
  skip_metadata_api_check     = "true"
  max_retries                 = 3

  endpoints {
    ec2 = var.endpoint
    iam = var.endpoint
    sts = var.endpoint
  }
}

module "site" {
  source   = "./site"
  for_each = var.sites

  name  = each.key
  cidr  = each.value.cidr
  more  = each.value.more
  ports = each.value.ports
  disks = each.value.disks
}

module "team" {
  source   = "./team"
  for_each = var.teams

  name    = each.key
  people  = each.value.people
  actions = each.value.actions
  path    = "/office/"
}
