# What is not known while planning, in text, blocks and objects.
#! apply
resource "trial_thing" "a" {
  name = "a"
}
resource "trial_thing" "b" {
  name     = "b"
  note     = "x-${trial_thing.a.id}"
  size     = trial_thing.a.revision
  labels   = [trial_thing.a.id, "known"]
  tags     = { id = trial_thing.a.id }
  numbers  = [trial_thing.a.revision, 1]
  anything = [trial_thing.a.id]
  rule {
    port    = trial_thing.a.revision
    comment = "c"
  }
  disk { label = trial_thing.a.id }
  disk { label = "known" }
  zone "z" { cidr = trial_thing.a.id }
  policy { mode = trial_thing.a.id }
  settings = { mode = trial_thing.a.id }
  steps    = [{ mode = trial_thing.a.id, level = 1 }]
  members  = [{ mode = trial_thing.a.id }, { mode = "known" }]
  regions  = { eu = { mode = trial_thing.a.id } }
}
#! apply
resource "trial_thing" "a" {
  name  = "a"
  place = "elsewhere"
}
resource "trial_thing" "b" {
  name   = "b"
  note   = "y-${trial_thing.a.id}"
  labels = [trial_thing.a.id]
  rule { port = trial_thing.a.revision }
}
