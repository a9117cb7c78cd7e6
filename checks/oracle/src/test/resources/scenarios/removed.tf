# What is forgotten and not destroyed.
#! apply
resource "trial_thing" "a" {
  name = "a"
}
#! apply
removed {
  from = trial_thing.a
  lifecycle { destroy = false }
}
