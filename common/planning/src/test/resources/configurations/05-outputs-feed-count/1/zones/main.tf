variable "region" { type = string }

locals {
  all = { eu = ["eu-a", "eu-b", "eu-c"], us = ["us-a"] }
}

output "names" {
  value = local.all[var.region]
}

output "large" {
  value = length(local.all[var.region]) > 2
}
