variable "hosts" {
  type    = list(string)
  default = ["alpha"]
}

resource "terraform_data" "secret" {
  input = "s4"
}

resource "terraform_data" "config" {
  input = templatefile("${path.module}/app.conf.tftpl", {
    hosts = var.hosts
    port  = 8080
  })
}

resource "terraform_data" "late" {
  input = templatefile("${path.module}/late.tftpl", {
    secret = terraform_data.secret.output
    hosts  = var.hosts
  })
}

resource "terraform_data" "script" {
  input = file("${path.module}/script.sh")
}

output "config" {
  value = terraform_data.config.output
}

output "late" {
  value = terraform_data.late.output
}

output "script" {
  value = terraform_data.script.output
}
