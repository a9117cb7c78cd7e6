variable "environment" {
  type = string
}

variable "pages" {
  type = set(string)
}

variable "regions" {
  type    = set(string)
  default = ["eu"]
}

locals {
  folder = "out/${var.environment}"
}

# What everything below is named after.
component "identity" {
  source = "./modules/identity"
  inputs = {
    prefix = var.environment
  }
}

# One for each page.
component "page" {
  for_each = var.pages
  source   = "./modules/page"
  inputs = {
    file = "${local.folder}/${each.key}.txt"
    text = "${each.key} of ${component.identity.name}"
  }
}

# A stack of its own, once in each region.
stack "region" {
  for_each = var.regions
  source   = "./region"
  inputs = {
    region = each.key
    folder = local.folder
    name   = component.identity.name
  }
}

component "index" {
  source = "./modules/page"
  inputs = {
    file = "${local.folder}/index.txt"
    text = join("\n", concat(
      [for page in component.page : page.file],
      [for region in stack.region : region.front],
    ))
  }
}

output "name" {
  type  = string
  value = component.identity.name
}

output "index" {
  type  = string
  value = component.index.file
}

output "complete" {
  type  = bool
  value = length(component.page) == length(var.pages)
}
