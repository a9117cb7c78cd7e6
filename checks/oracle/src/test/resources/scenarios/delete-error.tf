# A deletion that fails and leaves the object.
#! apply
resource "trial_thing" "a" {
  name  = "a"
  fault = "delete-error"
}
resource "trial_thing" "b" {
  name = "b"
  note = trial_thing.a.id
}
#! destroy fails
#! apply
resource "trial_thing" "a" {
  name = "a"
}
resource "trial_thing" "b" {
  name = "b"
  note = trial_thing.a.id
}
