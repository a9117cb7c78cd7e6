variable "text" { type = string }

resource "terraform_data" "one" {
  input = var.text
}

resource "terraform_data" "two" {
  input      = "${var.text}!"
  depends_on = [terraform_data.one]
}

output "text" {
  value = terraform_data.two.output
}
