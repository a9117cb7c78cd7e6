# Data that is not there.
#! apply fails
data "trial_lookup" "d" {
  key = "nothing"
}
resource "trial_thing" "a" {
  name = "a"
  note = data.trial_lookup.d.value
}
