# An object that becomes one of another type and has to be replaced then; and one that can't.
#! apply
resource "trial_thing" "a" {
  name = "a"
}
resource "trial_deep" "b" {
  name = "b"
}
#! apply
resource "trial_loose" "a" {
  name  = "a"
  place = "there"
}
resource "trial_thing" "b" {
  name  = "b"
  place = "there"
  lifecycle { create_before_destroy = true }
}
moved {
  from = trial_thing.a
  to   = trial_loose.a
}
moved {
  from = trial_deep.b
  to   = trial_thing.b
}
