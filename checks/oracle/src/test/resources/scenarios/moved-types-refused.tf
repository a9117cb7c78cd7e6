# An object whose provider does not make it one of another type.
#! apply
resource "trial_thing" "a" {
  name = "refused"
}
#! apply fails
resource "trial_loose" "a" {
  name = "refused"
}
moved {
  from = trial_thing.a
  to   = trial_loose.a
}
#! end
