# ignore_changes of attributes, keys and blocks.
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = "n"
  tags = { a = "1", b = "1" }
  rule { port = 1 }
  lifecycle { ignore_changes = [note, tags["a"], rule] }
}
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = "m"
  tags = { a = "2", b = "1" }
  rule { port = 2 }
  lifecycle { ignore_changes = [note, tags["a"], rule] }
}
#! apply
resource "trial_thing" "a" {
  name  = "a"
  note  = "m"
  tags  = { b = "2" }
  place = "elsewhere"
  lifecycle { ignore_changes = [note, tags["a"], rule] }
}
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = "o"
  size = 9
  lifecycle { ignore_changes = all }
}
