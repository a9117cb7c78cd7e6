# A difference that the provider doesn't see.
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = "Text"
}
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = "TEXT"
}
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = "TEXT"
  size = 2
}
