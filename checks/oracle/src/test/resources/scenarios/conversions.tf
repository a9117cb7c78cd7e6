# Values of other types than the schema's.
#! apply
resource "trial_thing" "a" {
  name    = "a"
  note    = 12
  size    = "3"
  numbers = ["1", 2, "0.5"]
  tags    = { a = true, b = 1.5 }
  labels  = [1, "1", true]
  rule { port = "80" }
  steps   = tolist([{ mode = 1, level = "2" }])
}
#! apply
resource "trial_thing" "a" {
  name    = "a"
  note    = true
  size    = 3.0
  numbers = toset([2, 1])
  tags    = { a = "true", b = "1.5" }
  labels  = toset(["1", "true"])
}
