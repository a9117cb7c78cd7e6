# Conditions before and after.
#! apply
resource "trial_thing" "a" {
  name = "a"
  lifecycle {
    postcondition {
      condition     = self.revision > 0
      error_message = "no revision"
    }
  }
}
resource "trial_thing" "b" {
  name = "b"
  lifecycle {
    precondition {
      condition     = trial_thing.a.revision == 1
      error_message = "another revision"
    }
  }
}
check "c" {
  assert {
    condition     = trial_thing.a.revision > 0
    error_message = "no revision"
  }
}
#! apply fails
resource "trial_thing" "a" {
  name = "a"
  note = "n"
}
resource "trial_thing" "b" {
  name = "b"
  note = "n"
  lifecycle {
    precondition {
      condition     = trial_thing.a.revision == 1
      error_message = "another revision"
    }
  }
}
#! apply
resource "trial_thing" "a" {
  name = "a"
}
