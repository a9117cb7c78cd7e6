# What a block says is removed, and is destroyed.
#! apply
resource "trial_thing" "a" {
  name = "a"
}
resource "trial_thing" "b" {
  count = 2
  name  = "b${count.index}"
}
#! apply
removed {
  from = trial_thing.a
  lifecycle { destroy = true }
}
removed {
  from = trial_thing.b
  lifecycle { destroy = false }
}
