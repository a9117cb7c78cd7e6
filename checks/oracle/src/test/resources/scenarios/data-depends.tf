# Data that waits for what it depends on.
#! apply
resource "trial_thing" "a" {
  name = "a"
}
data "trial_lookup" "d" {
  key        = "k"
  depends_on = [trial_thing.a]
}
locals { id = trial_thing.a.name }
data "trial_lookup" "e" {
  key = local.id
}
data "trial_lookup" "f" {
  count = 2
  key   = "f${count.index}"
}
resource "trial_thing" "b" {
  name   = "b"
  note   = data.trial_lookup.d.value
  labels = data.trial_lookup.f[*].value
}
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = "n"
}
data "trial_lookup" "d" {
  key        = "k"
  depends_on = [trial_thing.a]
}
locals { id = trial_thing.a.name }
data "trial_lookup" "e" {
  key = local.id
}
resource "trial_thing" "b" {
  name = "b"
  note = data.trial_lookup.d.value
}
