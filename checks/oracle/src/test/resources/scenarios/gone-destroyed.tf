# What is gone when all is destroyed.
#! apply once
resource "trial_thing" "a" {
  name  = "a"
  fault = "gone"
}
resource "trial_thing" "b" {
  name = "b"
}
#! destroy
