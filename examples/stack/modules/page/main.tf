variable "file" {
  type = string
}

variable "text" {
  type = string
}

resource "local_file" "this" {
  filename = var.file
  content  = "${var.text}\n"
}

output "file" {
  value = local_file.this.filename
}
