# Objects under other addresses.
#! apply
resource "trial_thing" "a" {
  name = "a"
}
resource "trial_thing" "c" {
  count = 2
  name  = "c${count.index}"
}
#! apply
resource "trial_thing" "b" {
  name = "a"
  note = "moved"
}
resource "trial_thing" "c" {
  for_each = toset(["x", "y"])
  name     = each.key == "x" ? "c0" : "c1"
}
moved {
  from = trial_thing.a
  to   = trial_thing.b
}
moved {
  from = trial_thing.c[0]
  to   = trial_thing.c["x"]
}
moved {
  from = trial_thing.c[1]
  to   = trial_thing.c["y"]
}
