# A replacement that is forced by the person.
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = "n"
}
resource "trial_thing" "b" {
  name = "b"
  note = trial_thing.a.id
}
#! apply -replace=trial_thing.a
