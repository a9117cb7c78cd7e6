# Objects in objects.
#! apply
resource "trial_deep" "a" {
  name = "a"
  tree = {
    kind = "oak"
    branches = [
      { name = "low", tags = ["a", "b"], fruits = [{ color = "red" }, {}] },
      { name = "high", size = 3, leaf = { color = "green" } },
    ]
    index = { x = { name = "x", leaf = {} } }
  }
  seeds = [{ mode = "m" }, { mode = "n", level = 1 }]
}
#! apply
resource "trial_deep" "a" {
  name = "a"
  tree = {
    kind = "oak"
    branches = [
      { name = "low", tags = ["b"], fruits = [{ color = "red" }] },
      { name = "high", leaf = {} },
      { name = "top" },
    ]
  }
  seeds = [{ mode = "n", level = 1 }]
}
#! apply
resource "trial_deep" "a" {
  name = "a"
  tree = { kind = "elm" }
}
#! apply
resource "trial_deep" "a" {
  name = "a"
}
