# A write-only argument that is known only in the run.
#! apply
resource "trial_thing" "b" {
  name = "b"
}
resource "trial_thing" "a" {
  name  = "a"
  token = trial_thing.b.id
}
#! apply
resource "trial_thing" "b" {
  name  = "b"
  place = "elsewhere"
}
resource "trial_thing" "a" {
  name  = "a"
  token = trial_thing.b.id
}
