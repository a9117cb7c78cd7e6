# The new object can't be made: the old one stays.
#! apply
resource "trial_thing" "a" {
  name  = "a"
  place = "p"
  lifecycle { create_before_destroy = true }
}
#! apply fails
resource "trial_thing" "a" {
  name  = "a"
  place = "q"
  fault = "apply-error"
  lifecycle { create_before_destroy = true }
}
#! apply
resource "trial_thing" "a" {
  name  = "a"
  place = "r"
  lifecycle { create_before_destroy = true }
}
