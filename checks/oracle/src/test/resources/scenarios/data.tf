# Data that is read while planning, and in the run.
#! apply
data "trial_lookup" "early" {
  key = "k"
}
resource "trial_thing" "a" {
  name = "a"
  note = data.trial_lookup.early.value
}
data "trial_lookup" "late" {
  key = trial_thing.a.id
}
resource "trial_thing" "b" {
  name = "b"
  note = data.trial_lookup.late.value
}
#! apply
data "trial_lookup" "early" {
  key = "l"
}
resource "trial_thing" "a" {
  name = "a"
  note = data.trial_lookup.early.value
}
data "trial_lookup" "late" {
  key = trial_thing.a.id
}
resource "trial_thing" "b" {
  name = "b"
  note = data.trial_lookup.late.value
}
