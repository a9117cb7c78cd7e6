# One object from its creation to its end.
#! protocol 5
#! apply
resource "trial_thing" "a" {
  name = "a"
}
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = "n"
  size = 3
}
#! apply
resource "trial_thing" "a" {
  name  = "a"
  note  = "n"
  place = "elsewhere"
}
#! apply
output "nothing" { value = "left" }
