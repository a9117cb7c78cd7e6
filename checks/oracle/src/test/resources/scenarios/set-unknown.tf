# Elements of sets that are not known.
#! apply
resource "trial_thing" "a" {
  name = "a"
}
resource "trial_thing" "b" {
  name = "b"
  disk { label = "x-${trial_thing.a.id}" }
  disk { label = trial_thing.a.note == null ? "none" : "some" }
  labels  = ["x-${trial_thing.a.id}", "y"]
  members = [{ mode = trial_thing.a.id }, { mode = "x-${trial_thing.a.id}", level = 1 }]
}
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = "n"
}
resource "trial_thing" "b" {
  name = "b"
  disk { label = "x-${trial_thing.a.revision}" }
  disk { label = "none" }
  labels  = [trial_thing.a.revision, "y"]
  members = [{ mode = trial_thing.a.revision }, { mode = "z" }]
}
