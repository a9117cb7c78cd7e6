sluice {
  after = ["network"]
}

data "terraform_remote_state" "shop" {
  backend = "sluice"
  config  = { workspace = "shop" }
}

resource "local_file" "index" {
  filename = "out/index.txt"
  content  = join("\n", data.terraform_remote_state.shop.outputs.fronts)
}
