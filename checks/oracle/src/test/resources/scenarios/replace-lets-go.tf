# What is replaced lets go of what it depended on before its new half is made.
#! apply
resource "trial_thing" "a" {
  name  = "a"
  place = "p"
}
resource "trial_thing" "b" {
  name  = "b"
  place = "p"
  note  = trial_thing.a.id
}
#! apply fails
resource "trial_thing" "a" {
  name  = "a"
  place = "q"
}
resource "trial_thing" "b" {
  name  = "b"
  place = "q"
  fault = "apply-error"
}
