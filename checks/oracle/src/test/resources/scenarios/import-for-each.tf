# Objects that are taken over into instances, with what they depend on.
#! apply
resource "trial_thing" "first" {
  name = "first"
}
import {
  for_each = { x = "ex", y = "why" }
  to       = trial_deep.all[each.key]
  id       = each.value
}
resource "trial_deep" "all" {
  for_each = { x = "ex", y = "why" }
  name     = each.value
  seal {
    level = trial_thing.first.revision
  }
}
