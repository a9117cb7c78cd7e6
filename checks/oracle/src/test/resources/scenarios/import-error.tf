# An object that is taken over although its change fails.
#! apply fails
import {
  to = trial_thing.a
  id = "a"
}
resource "trial_thing" "a" {
  name  = "a"
  fault = "update-error"
}
#! apply fails
resource "trial_thing" "a" {
  name  = "a"
  fault = "update-error"
}
