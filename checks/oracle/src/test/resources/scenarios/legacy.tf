# A provider of the old kind.
#! apply
resource "trial_legacy" "a" {
  name = "a"
  body = "null-blocks"
}
#! apply
resource "trial_legacy" "a" {
  name = "a"
  body = "text"
  rule { port = 1 }
  disk { label = "d" }
}
#! apply
resource "trial_legacy" "a" {
  name  = "a"
  body  = "text"
  place = "elsewhere"
  rule { port = 1 }
}
