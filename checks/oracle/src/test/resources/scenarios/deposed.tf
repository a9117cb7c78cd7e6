# The old object can't be deleted: it stays deposed, and goes with the next run.
#! apart
#! apply
resource "trial_thing" "a" {
  name  = "a"
  place = "p"
  fault = "delete-error"
  lifecycle { create_before_destroy = true }
}
#! apply fails
resource "trial_thing" "a" {
  name  = "a"
  place = "q"
  lifecycle { create_before_destroy = true }
}
#! apply fails
#! end
