# Attributes that may be written as blocks.
#! protocol 5
#! apply
resource "trial_legacy" "a" {
  name = "a"
  entries {
    port    = 1
    comment = "one"
  }
  entries { port = 2 }
}
resource "trial_legacy" "b" {
  name    = "b"
  entries = [{ port = 1, comment = null }]
}
resource "trial_legacy" "c" {
  name = "c"
}
#! apply
resource "trial_legacy" "a" {
  name = "a"
  dynamic "entries" {
    for_each = [3, 4]
    content { port = entries.value }
  }
}
resource "trial_legacy" "b" {
  name    = "b"
  entries = []
}
resource "trial_legacy" "c" {
  name = "c"
  entries { comment = trial_legacy.a.id }
}
