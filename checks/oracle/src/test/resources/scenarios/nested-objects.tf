# Attributes that are objects, of every nesting.
#! apply
resource "trial_thing" "a" {
  name     = "a"
  settings = { mode = "m" }
  steps    = [{ mode = "1" }, { mode = "2", level = 2 }]
  members  = [{ mode = "1" }, { mode = "2", level = 2 }]
  regions  = { eu = { mode = "1" }, us = { mode = "2" } }
}
#! apply
resource "trial_thing" "a" {
  name    = "a"
  steps   = [{ mode = "2", level = 2 }]
  members = [{ mode = "1" }, { mode = "3" }, { mode = "2", level = 5 }]
  regions = { eu = { mode = "1", level = 7 }, cn = { mode = "2" } }
}
#! apply
resource "trial_thing" "a" {
  name     = "a"
  settings = { mode = "n", level = 1 }
  steps    = []
  members  = []
  regions  = null
}
