# A create that fails and leaves an object, which is destroyed.
#! apply fails
resource "trial_thing" "a" {
  name  = "a"
  fault = "create-partial"
}
#! destroy
