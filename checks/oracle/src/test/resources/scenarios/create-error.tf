# A create that fails and leaves nothing.
#! apply fails
resource "trial_thing" "a" {
  name  = "a"
  fault = "apply-error"
}
resource "trial_thing" "b" {
  name = "b"
  note = trial_thing.a.id
}
resource "trial_thing" "c" {
  name = "c"
}
#! apply
resource "trial_thing" "a" {
  name = "a"
}
resource "trial_thing" "b" {
  name = "b"
  note = trial_thing.a.id
}
resource "trial_thing" "c" {
  name = "c"
}
