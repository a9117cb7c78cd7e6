variable "create" {
  type    = bool
  default = false
}

variable "monitoring" {
  type    = object({ enabled = bool, interval = optional(number, 30) })
  default = { enabled = true, interval = 5 }
}

resource "terraform_data" "maybe" {
  count = var.create ? 1 : 0
  input = "here"
}

resource "terraform_data" "monitor" {
  count = var.monitoring.enabled ? 2 : 0
  input = "every ${var.monitoring.interval}s #${count.index}"
}

resource "terraform_data" "user" {
  input = var.create ? terraform_data.maybe[0].output : "none"
}

output "maybe" {
  value = one(terraform_data.maybe[*].output)
}

output "monitors" {
  value = terraform_data.monitor[*].output
}

output "user" {
  value = try(terraform_data.maybe[0].output, "fallback")
}
