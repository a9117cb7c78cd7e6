resource "terraform_data" "new" {
  input = "a"
}

moved {
  from = terraform_data.old
  to   = terraform_data.new
}

resource "terraform_data" "single" {
  count = 2
  input = "b"
}

resource "terraform_data" "many" {
  for_each = { zero = "c0", one = "changed" }
  input    = each.value
}

moved {
  from = terraform_data.many[0]
  to   = terraform_data.many["zero"]
}

moved {
  from = terraform_data.many[1]
  to   = terraform_data.many["one"]
}

module "after" {
  source = "./m"
  name   = "x"
}

moved {
  from = module.before
  to   = module.after
}

output "names" {
  value = [terraform_data.new.output, module.after.name]
}
