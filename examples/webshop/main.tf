# The same shop as plan.yaml, as a configuration: a module for each region, 60 objects.
#
#   sluice apply examples/webshop

variable "regions" {
  description = "Where the shop runs, and on how many machines."
  type = map(object({
    cidr = string
    web  = optional(number, 9)
    app  = optional(number, 9)
  }))
  default = {
    eu = { cidr = "10.1.0.0/16" }
    us = { cidr = "10.2.0.0/16" }
  }
}

locals {
  buckets = toset([
    "images", "thumbnails", "invoices", "exports", "backups", "logs",
    "mails", "reports", "themes", "feeds", "sitemaps", "uploads",
  ])
}

# At most 40 objects a second and 20 at once, whatever the number of workers.
provider "fakecloud" {
  endpoint       = worker_env("FAKECLOUD_ENDPOINT")
  rate           = 40
  max_concurrent = 20
}

module "region" {
  source   = "./region"
  for_each = var.regions

  name = each.key
  cidr = each.value.cidr
  machines = {
    web = { count = each.value.web, size = "small", subnet = "public" }
    app = { count = each.value.app, size = "medium", subnet = "internal" }
  }
}

resource "fakecloud_bucket" "bucket" {
  for_each = local.buckets

  name       = "shop-${each.key}"
  versioning = true
}

output "addresses" {
  description = "The machines that visitors reach."
  value       = { for name, region in module.region : name => region.addresses["web"] }
}

output "buckets" {
  value = length(fakecloud_bucket.bucket)
}
