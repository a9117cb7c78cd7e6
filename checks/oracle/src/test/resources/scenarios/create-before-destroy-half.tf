# The new object is made by half: the old one is deposed.
#! apart
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
  fault = "create-partial"
  lifecycle { create_before_destroy = true }
}
#! apply
resource "trial_thing" "a" {
  name  = "a"
  place = "q"
  lifecycle { create_before_destroy = true }
}
