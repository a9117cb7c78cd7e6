resource "terraform_data" "first" {
  input = "first"
}

module "second" {
  source     = "./step"
  text       = "second"
  depends_on = [terraform_data.first]
}

module "third" {
  source     = "./step"
  for_each   = toset(["x", "y"])
  text       = "third-${each.key}"
  depends_on = [module.second]
}

resource "terraform_data" "last" {
  input      = "last"
  depends_on = [module.third, terraform_data.first]
}

output "texts" {
  value      = [for key, module in module.third : module.text]
  depends_on = [terraform_data.last]
}
