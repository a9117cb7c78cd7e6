# A replacement that another object's change triggers.
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = "n"
}
resource "trial_thing" "b" {
  name = "b"
  lifecycle { replace_triggered_by = [trial_thing.a.note] }
}
resource "trial_thing" "c" {
  name = "c"
  lifecycle { replace_triggered_by = [trial_thing.a] }
}
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = "m"
}
resource "trial_thing" "b" {
  name = "b"
  lifecycle { replace_triggered_by = [trial_thing.a.note] }
}
resource "trial_thing" "c" {
  name = "c"
  lifecycle { replace_triggered_by = [trial_thing.a] }
}
