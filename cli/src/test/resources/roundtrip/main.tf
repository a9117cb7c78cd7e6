terraform {
  required_version = ">= 1.4"
}
variable "secret" {
  type      = string
  default   = "s3cret-canary"
  sensitive = true
}
resource "terraform_data" "base" {
  input = { name = "base", size = 3, tags = ["a", "b"], on = true, none = null }
}
resource "terraform_data" "many" {
  count            = 3
  input            = "${terraform_data.base.output.name}-${count.index}"
  triggers_replace = [terraform_data.base.id, count.index]
}
resource "terraform_data" "each" {
  for_each = { "a" = 1, "b.c" = 2, "q\"x" = 3 }
  input    = { key = each.key, n = each.value, at = terraform_data.many[0].output }
  lifecycle { create_before_destroy = true }
}
resource "terraform_data" "hidden" {
  input = { user = "u", word = var.secret }
}
resource "terraform_data" "plain" {}
module "net" {
  source   = "./m"
  for_each = toset(["x", "y"])
  name     = each.key
  base     = terraform_data.base.output
}
module "one" {
  source = "./m"
  name   = "one"
  base   = terraform_data.base.output
}
output "name" { value = terraform_data.base.output.name }
output "list" { value = [for m in terraform_data.many : m.output] }
output "map" { value = { for k, m in module.net : k => m.out } }
output "secret" {
  value     = terraform_data.hidden.output
  sensitive = true
}
output "none" { value = null }
output "num" { value = 1.5 }
output "tuple" { value = [1, "a", true, { a = [] }] }
output "set" { value = toset(["b", "a"]) }
