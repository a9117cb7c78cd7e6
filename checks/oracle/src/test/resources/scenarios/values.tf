# Values of every type, and what is written of them.
#! apply
resource "trial_thing" "a" {
  name          = "a"
  secret        = "s"
  token         = "written only"
  token_version = 1
  numbers       = [1, 0.1, -129, 9223372036854775808, 12345678901234567890123, 0.5, 1e40, 0]
  tags          = { b = "2", a = "é", "c.d" = "" }
  labels        = ["y", "x", "é"]
  anything      = { a = [1, true], b = null, c = { d = "e" } }
}
#! apply
resource "trial_thing" "a" {
  name          = "a"
  secret        = "t"
  token         = "written again"
  token_version = 2
  numbers       = [1, 2]
  tags          = { b = "2", a = null }
  labels        = []
  anything      = "text"
}
#! apply
resource "trial_thing" "a" {
  name     = "a"
  numbers  = []
  tags     = {}
  anything = [1, "two", [3]]
}
