# Collections that are not known as a whole.
#! apply
resource "trial_thing" "a" {
  name = "a"
}
resource "trial_thing" "b" {
  name    = "b"
  labels  = trial_thing.a.labels
  numbers = [for each in trial_thing.a.labels : 1]
  tags    = { for each in trial_thing.a.labels : each => "x" }
  members = [for each in trial_thing.a.labels : { mode = each }]
  steps   = [for each in trial_thing.a.labels : { mode = each }]
  regions = { for each in trial_thing.a.labels : each => { mode = each } }
  settings = length(trial_thing.a.labels) > 0 ? { mode = "a" } : null
  dynamic "rule" {
    for_each = trial_thing.a.labels
    content { port = 1 }
  }
  dynamic "disk" {
    for_each = trial_thing.a.labels
    content { label = disk.value }
  }
}
