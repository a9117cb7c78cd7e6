# What waits for what, by name and by depends_on.
#! apply
resource "trial_thing" "a" {
  name = "a"
}
resource "trial_thing" "b" {
  name       = "b"
  depends_on = [trial_thing.a]
}
resource "trial_deep" "c" {
  name = "c"
  layer {
    title = trial_thing.b.id
    cell { label = trial_thing.a.id }
  }
  tree = {
    kind     = trial_thing.a.id
    branches = [{ name = trial_thing.b.id }, { name = "known" }]
    index    = { (trial_thing.a.name) = { name = "n" } }
  }
}
#! apply
resource "trial_thing" "b" {
  name = "b"
}
