# Objects that are taken over: as they are, and changed in the same breath.
#! apply
import {
  to = trial_thing.same
  id = "same"
}
resource "trial_thing" "same" {
  name = "same"
}
import {
  to = trial_thing.other
  id = "other"
}
resource "trial_thing" "other" {
  name = "other"
  note = trial_thing.same.id
  size = 3
}
resource "trial_thing" "behind" {
  name = "behind"
  note = trial_thing.other.id
}
