# Objects that are taken over and replaced.
#! apply
import {
  to = trial_thing.a
  id = "a"
}
resource "trial_thing" "a" {
  name  = "a"
  place = "there"
}
import {
  to = trial_thing.b
  id = "b"
}
resource "trial_thing" "b" {
  name  = "b"
  place = "there"
  lifecycle { create_before_destroy = true }
}
