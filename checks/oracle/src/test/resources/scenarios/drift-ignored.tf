# What changed outside and stays as it is.
#! apply once
resource "trial_thing" "b" {
  name  = "b"
  note  = "n"
  fault = "drifted"
  lifecycle { ignore_changes = [note] }
}
resource "trial_thing" "c" {
  name  = "c"
  fault = "restless"
}
resource "trial_thing" "d" {
  name = "d"
  size = trial_thing.c.revision
}
#! apply once
#! end
