# Instances by key.
#! apply
resource "trial_thing" "a" {
  for_each = { x = "1", y = "2" }
  name     = "a-${each.key}"
  note     = each.value
}
resource "trial_thing" "b" {
  for_each = trial_thing.a
  name     = "b-${each.key}"
  note     = each.value.id
}
#! apply
resource "trial_thing" "a" {
  for_each = { y = "2", z = "3" }
  name     = "a-${each.key}"
  note     = each.value
}
resource "trial_thing" "b" {
  for_each = trial_thing.a
  name     = "b-${each.key}"
  note     = each.value.id
}
