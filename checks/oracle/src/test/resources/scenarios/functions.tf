# Functions of a provider, early and in the run.
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = provider::trial::repeat("ab", 2)
}
resource "trial_thing" "b" {
  name = "b"
  note = provider::trial::repeat(trial_thing.a.id, 2)
}
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = provider::trial::repeat("ab", 3)
}
resource "trial_thing" "b" {
  name = "b"
  note = provider::trial::repeat(trial_thing.a.id, 1)
}
