variable "name" { type = string }
variable "cidr" { type = string }
variable "tags" { type = map(string) }
variable "subnets" { type = map(number) }

resource "terraform_data" "vpc" {
  input = { name = var.name, cidr = var.cidr, tags = merge(var.tags, { Name = var.name }) }
}

module "subnet" {
  source   = "../subnet"
  for_each = var.subnets
  name     = "${var.name}-${each.key}"
  vpc      = terraform_data.vpc.output.name
  cidr     = cidrsubnet(var.cidr, 8, each.value)
}

output "id" {
  value = terraform_data.vpc.output.name
}

output "subnet_ids" {
  value = { for key, subnet in module.subnet : key => subnet.name }
}

output "cidrs" {
  value = [for key in sort(keys(module.subnet)) : module.subnet[key].cidr]
}
