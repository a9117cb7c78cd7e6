resource "terraform_data" "old" {
  input = "a"
}

resource "terraform_data" "single" {
  input = "b"
}

resource "terraform_data" "many" {
  count = 2
  input = "c${count.index}"
}

module "before" {
  source = "./m"
  name   = "x"
}

output "names" {
  value = [terraform_data.old.output, module.before.name]
}
