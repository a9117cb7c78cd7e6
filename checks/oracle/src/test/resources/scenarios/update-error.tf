# An update that fails and changes nothing.
#! apply
resource "trial_thing" "a" {
  name = "a"
}
#! apply fails
resource "trial_thing" "a" {
  name  = "a"
  note  = "n"
  fault = "update-error"
}
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = "m"
}
