variable "env" {
  type    = string
  default = "dev"
}

locals {
  common = { env = var.env, owner = "platform" }
}

module "network" {
  source  = "./modules/network"
  name    = "main"
  cidr    = "10.0.0.0/16"
  tags    = local.common
  subnets = { a = 0, b = 1, c = 2 }
}

resource "terraform_data" "cluster" {
  input = {
    network = module.network.id
    subnets = module.network.subnet_ids
  }
}

output "cidrs" {
  value = module.network.cidrs
}

output "cluster" {
  value = terraform_data.cluster.output.subnets
}
