# A deletion that fails and says nothing of the object.
#! apply
resource "trial_thing" "a" {
  name  = "a"
  fault = "delete-error-null"
}
#! apply fails
output "nothing" { value = "left" }
#! apply
resource "trial_thing" "a" {
  name = "a"
}
