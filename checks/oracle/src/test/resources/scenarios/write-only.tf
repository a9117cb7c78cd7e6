# Write-only arguments, which nobody keeps.
#! apply
resource "trial_thing" "a" {
  name          = "a"
  token         = "one"
  token_version = 1
}
#! apply
resource "trial_thing" "a" {
  name          = "a"
  token         = "two"
  token_version = 1
}
#! apply
resource "trial_thing" "a" {
  name          = "a"
  token         = "three"
  token_version = 2
  place         = "elsewhere"
}
