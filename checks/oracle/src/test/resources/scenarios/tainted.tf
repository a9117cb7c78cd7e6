# A tainted object is made anew, an untainted one isn't.
#! apply
resource "trial_thing" "a" {
  name = "a"
  note = "n"
  settings = { mode = "m" }
}
#! taint trial_thing.a
#! apply
#! taint trial_thing.a
#! untaint trial_thing.a
#! apply
#! taint trial_thing.a
#! destroy
