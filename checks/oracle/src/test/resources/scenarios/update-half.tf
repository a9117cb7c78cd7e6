# An update that fails and changes something.
#! apply
resource "trial_thing" "a" {
  name = "a"
}
#! apply fails
resource "trial_thing" "a" {
  name  = "a"
  note  = "n"
  fault = "apply-partial"
}
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = "m"
}
