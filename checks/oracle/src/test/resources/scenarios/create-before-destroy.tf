# The new object before the old one goes.
#! apply
resource "trial_thing" "a" {
  name  = "a"
  place = "p"
  lifecycle { create_before_destroy = true }
}
resource "trial_thing" "b" {
  name = "b"
  note = trial_thing.a.place
}
#! apply
resource "trial_thing" "a" {
  name  = "a"
  place = "q"
  lifecycle { create_before_destroy = true }
}
resource "trial_thing" "b" {
  name = "b"
  note = trial_thing.a.place
}
