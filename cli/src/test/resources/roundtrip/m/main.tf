variable "name" { type = string }
variable "base" { type = any }
resource "terraform_data" "inner" {
  count = 2
  input = "${var.name}-${var.base.name}-${count.index}"
}
output "out" { value = terraform_data.inner[*].output }
