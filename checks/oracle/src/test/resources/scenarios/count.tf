# Instances by number.
#! apply
resource "trial_thing" "a" {
  count = 3
  name  = "a${count.index}"
}
resource "trial_thing" "b" {
  name   = "b"
  labels = trial_thing.a[*].id
}
#! apply
resource "trial_thing" "a" {
  count = 1
  name  = "a${count.index}"
}
resource "trial_thing" "b" {
  name   = "b"
  labels = trial_thing.a[*].id
}
#! apply
resource "trial_thing" "a" {
  name = "a0"
}
