# An object that becomes one of another type.
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = "kept"
}
resource "trial_deep" "b" {
  name = "b"
}
resource "trial_loose" "c" {
  count = 2
  name  = "c${count.index}"
}
#! apply
resource "trial_legacy" "a" {
  name = "a"
}
resource "trial_thing" "b" {
  name = "b"
  note = "new"
}
resource "trial_deep" "c" {
  count = 2
  name  = "c${count.index}"
}
moved {
  from = trial_thing.a
  to   = trial_legacy.a
}
moved {
  from = trial_deep.b
  to   = trial_thing.b
}
moved {
  from = trial_loose.c
  to   = trial_deep.c
}
