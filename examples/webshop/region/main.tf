# One region: a network, three subnets, machines, and a database for each purpose.

variable "name" {
  type = string
}

variable "cidr" {
  type = string

  validation {
    condition     = can(cidrsubnet(var.cidr, 8, 3))
    error_message = "A region needs a network that holds three subnets of 8 more bits."
  }
}

variable "machines" {
  type = map(object({
    count  = number
    size   = string
    subnet = string
  }))
}

locals {
  subnets = { public = 1, internal = 2, storage = 3 }

  instances = merge([
    for tier, machine in var.machines : {
      for i in range(machine.count) : "${tier}-${i}" => merge(machine, { tier = tier })
    }
  ]...)
}

resource "fakecloud_network" "network" {
  name = "shop-${var.name}"
  cidr = var.cidr
}

resource "fakecloud_subnet" "subnet" {
  for_each = local.subnets

  name       = "${each.key}-${var.name}"
  cidr       = cidrsubnet(var.cidr, 8, each.value)
  network_id = fakecloud_network.network.id
}

resource "fakecloud_instance" "instance" {
  for_each = local.instances

  name      = "${each.key}-${var.name}"
  size      = each.value.size
  subnet_id = fakecloud_subnet.subnet[each.value.subnet].id
  tags      = { tier = each.value.tier, region = var.name }
}

resource "fakecloud_database" "database" {
  for_each = toset(["orders", "catalogue"])

  name       = "${each.key}-${var.name}"
  engine     = "postgresql"
  storage_gb = 50
  subnet_id  = fakecloud_subnet.subnet["storage"].id
  password   = worker_env("SHOP_DB_PASSWORD")
}

output "addresses" {
  value = {
    for tier in keys(var.machines) : tier => [
      for name, machine in local.instances : fakecloud_instance.instance[name].ip
      if machine.tier == tier
    ]
  }
}
