# What changed outside is put right.
#! apply once
resource "trial_thing" "a" {
  name  = "a"
  note  = "n"
  fault = "drifted"
}
resource "trial_thing" "d" {
  name = "d"
  note = trial_thing.a.note
}
#! apply once
#! apply
resource "trial_thing" "a" {
  name = "a"
}
resource "trial_thing" "d" {
  name = "d"
}
