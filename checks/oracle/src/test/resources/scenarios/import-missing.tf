# An object that is not there.
#! apply fails
import {
  to = trial_thing.a
  id = "gone"
}
resource "trial_thing" "a" {
  name = "gone"
}
