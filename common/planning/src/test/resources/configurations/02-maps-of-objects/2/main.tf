variable "services" {
  type = map(object({
    port     = number
    replicas = optional(number, 1)
    public   = optional(bool, false)
    labels   = optional(map(string), {})
  }))
  default = {
    api = { port = 8080, replicas = 2, public = true }
    web = { port = 80, labels = { tier = "front" } }
    job = { port = 9091, public = true }
  }
}

locals {
  public = { for name, service in var.services : name => service if service.public }
  pairs = merge([
    for name, service in var.services : {
      for i in range(service.replicas) : "${name}-${i}" => { service = name, index = i }
    }
  ]...)
}

resource "terraform_data" "service" {
  for_each = var.services
  input    = merge(each.value, { name = each.key })
}

resource "terraform_data" "endpoint" {
  for_each = local.public
  input    = "https://${each.key}.example.com:${each.value.port}"
}

resource "terraform_data" "replica" {
  for_each = local.pairs
  input    = { of = terraform_data.service[each.value.service].id, index = each.value.index }
}

output "endpoints" {
  value = { for name, endpoint in terraform_data.endpoint : name => endpoint.output }
}

output "replicas" {
  value = length(terraform_data.replica)
}

output "ports" {
  value = sort([for service in values(terraform_data.service) : tostring(service.output.port)])
}
