# ignore_changes with a provider of the old kind.
#! protocol 5
#! apply
resource "trial_legacy" "a" {
  name = "a"
  body = "text"
  rule { port = 1 }
  lifecycle { ignore_changes = [body, rule[0].port] }
}
#! apply
resource "trial_legacy" "a" {
  name = "a"
  body = "other"
  rule { port = 2 }
  lifecycle { ignore_changes = [body, rule[0].port] }
}
#! apply
resource "trial_legacy" "a" {
  name = "a"
  body = "third"
  rule { port = 2 }
  disk { label = "d" }
  lifecycle { ignore_changes = all }
}
