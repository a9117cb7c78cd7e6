variable "prefix" {
  type = string
}

resource "random_id" "this" {
  byte_length = 4
}

output "name" {
  value = "${var.prefix}-${random_id.this.hex}"
}
