# Answers to a change that no provider may give.
#! apply fails
resource "trial_thing" "unknown" {
  name  = "unknown"
  fault = "apply-unknown"
}
resource "trial_thing" "differs" {
  name  = "differs"
  fault = "apply-differs"
}
resource "trial_thing" "nothing" {
  name  = "nothing"
  fault = "apply-null"
}
resource "trial_thing" "fine" {
  name = "fine"
}
#! apply
resource "trial_thing" "unknown" {
  name = "unknown"
}
resource "trial_thing" "differs" {
  name = "differs"
}
resource "trial_thing" "nothing" {
  name = "nothing"
}
resource "trial_thing" "fine" {
  name = "fine"
}
