# A create that fails and leaves an object: it is tainted.
#! apply fails
resource "trial_thing" "a" {
  name  = "a"
  fault = "create-partial"
}
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = "n"
}
