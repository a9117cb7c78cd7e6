# What is secret, on its way through plans.
#! apply
variable "secret" {
  default   = "hush"
  sensitive = true
}
resource "trial_thing" "a" {
  name   = "a"
  secret = "own"
  note   = var.secret
  tags   = { open = "x", closed = var.secret }
  rule {
    port    = 1
    comment = var.secret
  }
  disk { label = var.secret }
  members = [{ mode = var.secret }, { mode = "open" }]
}
resource "trial_thing" "b" {
  name = "b"
  note = trial_thing.a.secret
}
#! apply
variable "secret" {
  default   = "hush"
  sensitive = true
}
resource "trial_thing" "a" {
  name   = "a"
  secret = "own"
  note   = "hush"
  tags   = { open = "x", closed = "hush" }
  rule {
    port    = 1
    comment = "hush"
  }
  disk { label = "hush" }
  members = [{ mode = "hush" }, { mode = "open" }]
}
resource "trial_thing" "b" {
  name   = "b"
  secret = trial_thing.a.secret
}
