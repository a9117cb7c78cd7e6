module "zones" {
  source = "./zones"
  region = "us"
}

resource "terraform_data" "node" {
  count = length(module.zones.names)
  input = { zone = module.zones.names[count.index], number = count.index }
}

module "pool" {
  source = "./pool"
  count  = module.zones.large ? 2 : 1
  index  = count.index
  nodes  = [for node in terraform_data.node : node.output.zone]
}

output "zones" {
  value = terraform_data.node[*].output.zone
}

output "pools" {
  value = module.pool[*].label
}
