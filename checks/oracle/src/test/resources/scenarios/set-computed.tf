# Elements of sets find what they were.
#! apply
resource "trial_thing" "a" {
  name = "a"
  disk { label = "one" }
  disk { label = "two" }
  disk {
    label   = "one"
    comment = "twin"
  }
  members = [{ mode = "1" }, { mode = "1", level = 3 }, { mode = "2" }]
}
#! apply
resource "trial_thing" "a" {
  name = "a"
  disk { label = "two" }
  disk {
    label   = "one"
    comment = "twin"
  }
  disk {
    label   = "two"
    comment = "new"
  }
  members = [{ mode = "1", level = 7 }, { mode = "2" }, { mode = "3" }]
}
