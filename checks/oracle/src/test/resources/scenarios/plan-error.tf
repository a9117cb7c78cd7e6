# A provider that can't plan.
#! apply fails
resource "trial_thing" "a" {
  name  = "a"
  fault = "plan-error"
}
#! apply
resource "trial_thing" "a" {
  name = "a"
}
#! apply fails
resource "trial_thing" "a" {
  name  = "a"
  fault = "plan-differs"
}
#! end
