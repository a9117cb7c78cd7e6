# ignore_changes inside of objects, lists, sets and groups.
#! apply
resource "trial_thing" "a" {
  name     = "a"
  settings = { mode = "m" }
  steps    = [{ mode = "1" }, { mode = "2" }]
  regions  = { eu = { mode = "1" }, us = { mode = "2" } }
  policy { mode = "p" }
  zone "z" { cidr = "1" }
  disk { label = "d" }
  lifecycle {
    ignore_changes = [settings.mode, steps[0].mode, regions["eu"].mode, policy, zone["z"].cidr, disk, labels]
  }
}
#! apply
resource "trial_thing" "a" {
  name     = "a"
  settings = { mode = "n" }
  steps    = [{ mode = "3" }, { mode = "4" }]
  regions  = { eu = { mode = "3" }, us = { mode = "4" } }
  policy { mode = "q" }
  zone "z" { cidr = "2" }
  disk { label = "e" }
  labels = ["l"]
  lifecycle {
    ignore_changes = [settings.mode, steps[0].mode, regions["eu"].mode, policy, zone["z"].cidr, disk, labels]
  }
}
