# What is not wanted any more, and is or is not a target.
#! apply
resource "trial_thing" "a" {
  count = 2
  name  = "a${count.index}"
}
resource "trial_thing" "b" {
  name = "b"
}
#! apply once -target=trial_thing.a
resource "trial_thing" "a" {
  count = 1
  name  = "a${count.index}"
}
#! apply
