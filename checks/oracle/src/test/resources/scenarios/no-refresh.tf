# Planned without a look.
#! apply once
resource "trial_thing" "a" {
  name = "a"
}
resource "trial_thing" "b" {
  name = "b"
}
#! apply once -refresh=false
resource "trial_thing" "a" {
  name = "a"
  note = "n"
}
#! apply
