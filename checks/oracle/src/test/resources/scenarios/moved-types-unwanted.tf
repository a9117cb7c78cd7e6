# Instances that become ones of another type and are not wanted there.
#! apply
resource "trial_thing" "a" {
  for_each = toset(["x", "y"])
  name     = "a-${each.key}"
  note     = "kept"
}
resource "trial_deep" "b" {
  count = 2
  name  = "b${count.index}"
}
#! apply
resource "trial_deep" "a" {
  for_each = toset(["x", "z"])
  name     = "a-${each.key}"
}
resource "trial_thing" "b" {
  count = 1
  name  = "b${count.index}"
}
moved {
  from = trial_thing.a
  to   = trial_deep.a
}
moved {
  from = trial_deep.b
  to   = trial_thing.b
}
