# Terraform refuses what it has planned: its own changes wait for each other.
#! apply
resource "trial_thing" "a" {
  name  = "a"
  place = "p"
}
resource "trial_thing" "b" {
  name  = "b"
  place = "p"
  note  = trial_thing.a.id
  lifecycle {
    create_before_destroy = true
  }
}
#! apply fails
resource "trial_thing" "a" {
  name  = "a"
  place = "q"
}
resource "trial_thing" "b" {
  name  = "b"
  place = "q"
  lifecycle {
    create_before_destroy = true
  }
}
#! end
