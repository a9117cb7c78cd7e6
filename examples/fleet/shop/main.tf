data "sluice_outputs" "network" {
  workspace = "network"
}

resource "local_file" "front" {
  for_each = toset(data.sluice_outputs.network.outputs.zones)
  filename = "out/front-${each.key}.txt"
  content  = "front ${each.key} in ${data.sluice_outputs.network.outputs.vpc}\n"
}

output "fronts" {
  value = [for front in local_file.front : front.filename]
}
