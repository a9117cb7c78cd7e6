# A target that is replaced, and what refers to it.
#! apply
resource "trial_thing" "a" {
  name = "a"
  lifecycle { create_before_destroy = true }
}
resource "trial_thing" "b" {
  name = "b"
  note = trial_thing.a.id
}
resource "trial_thing" "c" {
  name = "c"
}
#! apply once -target=trial_thing.a
resource "trial_thing" "a" {
  name  = "a"
  place = "there"
  lifecycle { create_before_destroy = true }
}
resource "trial_thing" "b" {
  name = "b"
  note = trial_thing.a.id
}
resource "trial_thing" "c" {
  name = "c"
  size = 3
}
#! apply
