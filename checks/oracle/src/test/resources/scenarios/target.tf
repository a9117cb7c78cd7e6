# Some of it, and then the rest.
#! apply once -target=trial_thing.b
resource "trial_thing" "a" {
  name = "a"
}
resource "trial_thing" "b" {
  name = "b"
  note = trial_thing.a.id
}
resource "trial_thing" "c" {
  name = "c"
  note = trial_thing.b.id
}
#! apply once -target=trial_thing.c
resource "trial_thing" "a" {
  name = "a"
  size = 2
}
resource "trial_thing" "b" {
  name = "b"
  note = trial_thing.a.id
}
resource "trial_thing" "c" {
  name = "c"
  note = "alone"
}
#! apply
