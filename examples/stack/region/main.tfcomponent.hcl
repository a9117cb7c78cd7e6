variable "region" {
  type = string
}

variable "folder" {
  type = string
}

variable "name" {
  type = string
}

component "front" {
  source = "../modules/page"
  inputs = {
    file = "${var.folder}/front-${var.region}.txt"
    text = "${var.name} in ${var.region}"
  }
}

output "front" {
  type  = string
  value = component.front.file
}
