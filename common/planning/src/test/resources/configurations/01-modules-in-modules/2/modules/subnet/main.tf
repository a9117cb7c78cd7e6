variable "name" { type = string }
variable "vpc" { type = string }
variable "cidr" { type = string }

resource "terraform_data" "subnet" {
  input            = { name = var.name, vpc = var.vpc, cidr = var.cidr }
  triggers_replace = var.cidr
}

output "name" {
  value = "${terraform_data.subnet.output.vpc}/${terraform_data.subnet.output.name}"
}

output "cidr" {
  value = var.cidr
}
