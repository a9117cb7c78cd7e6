# Nothing, said in every way.
#! apply
resource "trial_thing" "a" {
  name     = "a"
  note     = null
  size     = null
  numbers  = null
  tags     = null
  labels   = null
  anything = null
  settings = null
  steps    = null
  members  = null
}
#! apply
resource "trial_thing" "a" {
  name     = "a"
  numbers  = [null, 1]
  tags     = { a = null }
  steps    = [{ mode = "m", level = null }]
  settings = { mode = "m", level = null }
}
