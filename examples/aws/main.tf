# A gallery for pictures on AWS, by the provider that Terraform uses too: 49 objects of 36 types.
#
#   sluice init  -chdir=examples/aws
#   sluice apply -chdir=examples/aws -var token=any -var endpoint=http://127.0.0.1:5000

terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.100"
    }
  }
}

provider "aws" {
  region                      = var.region
  access_key                  = local.emulated ? "local" : null
  secret_key                  = local.emulated ? "local" : null
  skip_credentials_validation = local.emulated
  skip_metadata_api_check     = local.emulated ? "true" : null
  s3_use_path_style           = local.emulated
  max_retries                 = 3

  default_tags {
    tags = { project = var.name }
  }

  dynamic "endpoints" {
    for_each = local.endpoints
    content {
      cloudwatch     = endpoints.value
      cognitoidp     = endpoints.value
      dynamodb       = endpoints.value
      ec2            = endpoints.value
      ecr            = endpoints.value
      events         = endpoints.value
      iam            = endpoints.value
      lambda         = endpoints.value
      logs           = endpoints.value
      s3             = endpoints.value
      secretsmanager = endpoints.value
      sns            = endpoints.value
      ssm            = endpoints.value
      sts            = endpoints.value
    }
  }
}

# Copies are kept in another region.
provider "aws" {
  alias                       = "archive"
  region                      = var.archive_region
  access_key                  = local.emulated ? "local" : null
  secret_key                  = local.emulated ? "local" : null
  skip_credentials_validation = local.emulated
  skip_metadata_api_check     = local.emulated ? "true" : null
  s3_use_path_style           = local.emulated
  max_retries                 = 3

  dynamic "endpoints" {
    for_each = local.endpoints
    content {
      s3  = endpoints.value
      sts = endpoints.value
    }
  }
}

locals {
  emulated  = var.endpoint != null
  endpoints = compact([var.endpoint])
}

module "network" {
  source = "./network"

  name = var.name
  cidr = var.cidr
  ports = {
    http  = 80
    https = 443
  }
}

module "album" {
  source   = "./album"
  for_each = var.albums
  providers = {
    aws         = aws
    aws.archive = aws.archive
  }

  name     = "${var.name}-${each.key}"
  title    = each.value.title
  versions = each.value.versions
  readers  = each.value.readers
  account  = data.aws_caller_identity.current.account_id
}

data "aws_caller_identity" "current" {}

data "aws_region" "archive" {
  provider = aws.archive
}
