variable "image" {
  type    = string
  default = "v2"
}

resource "terraform_data" "base" {
  input            = var.image
  triggers_replace = var.image
}

resource "terraform_data" "disk" {
  input            = terraform_data.base.output
  triggers_replace = [terraform_data.base.id]
}

resource "terraform_data" "server" {
  input            = terraform_data.disk.id
  triggers_replace = var.image
  lifecycle {
    create_before_destroy = true
  }
}

resource "terraform_data" "record" {
  input = "points to ${terraform_data.server.id}"
}

resource "terraform_data" "watched" {
  input = "steady"
  lifecycle {
    replace_triggered_by = [terraform_data.record]
  }
}

resource "terraform_data" "ignored" {
  input = var.image
  lifecycle {
    ignore_changes = [input]
  }
}

output "image" {
  value = terraform_data.base.output
}

output "ignored" {
  value = terraform_data.ignored.output
}
