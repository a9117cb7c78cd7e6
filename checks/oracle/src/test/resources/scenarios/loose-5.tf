# Values whose type is known with them.
#! protocol 5
#! apply
resource "trial_loose" "a" {
  name  = "a"
  value = { list = [1, "two"], nothing = null }
  item {
    key   = "k1"
    value = 1
  }
  item {
    key   = "k2"
    value = ["x"]
  }
  pair "p" { value = true }
}
#! apply
resource "trial_loose" "a" {
  name   = "a"
  value  = "text"
  either = tolist(["a"])
  item {
    key   = "k1"
    value = "one"
  }
  pair "p" { value = { a = 1 } }
  pair "q" {}
}
#! apply
resource "trial_loose" "a" {
  name = "a"
}
