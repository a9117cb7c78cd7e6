variable "index" { type = number }
variable "nodes" { type = list(string) }

resource "terraform_data" "pool" {
  input = "${var.index}:${join(",", var.nodes)}"
}

output "label" {
  value = upper(terraform_data.pool.output)
}
