# What is replaced, and what depends on it.
#! apply
resource "trial_thing" "a" {
  name  = "a"
  place = "p"
}
resource "trial_thing" "b" {
  name  = "b"
  place = trial_thing.a.place
  note  = trial_thing.a.id
}
resource "trial_thing" "c" {
  name = "c"
  note = trial_thing.b.id
}
#! apply
resource "trial_thing" "a" {
  name  = "a"
  place = "q"
}
resource "trial_thing" "b" {
  name  = "b"
  place = trial_thing.a.place
  note  = trial_thing.a.id
}
resource "trial_thing" "c" {
  name = "c"
  note = trial_thing.b.id
}
