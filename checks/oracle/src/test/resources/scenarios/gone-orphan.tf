# What is gone and not wanted any more.
#! apply once
resource "trial_thing" "a" {
  name  = "a"
  fault = "gone"
}
#! apply
output "nothing" { value = "left" }
