# An object that is gone is made anew.
#! apply once
resource "trial_thing" "a" {
  name  = "a"
  fault = "gone"
}
resource "trial_thing" "b" {
  name = "b"
  note = trial_thing.a.id
}
#! apply once
#! apply
resource "trial_thing" "b" {
  name = "b"
}
