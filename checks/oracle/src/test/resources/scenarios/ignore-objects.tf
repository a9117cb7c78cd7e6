# Ignored elements of what is no map, since each has a type of its own.
#! apply
resource "trial_loose" "a" {
  name = "a"
  pair "k0" {
    value = "x"
  }
  pair "k1" {
    value = 1
  }
  item {
    key   = "i"
    value = "x"
  }
  item {
    key   = "j"
    value = 1
  }
}
#! apply
resource "trial_loose" "a" {
  name = "a"
  pair "k0" {
    value = true
  }
  pair "k2" {
    value = [1]
  }
  item {
    key   = "i2"
    value = 2
  }
  item {
    key   = "j2"
    value = [1]
  }
  lifecycle {
    ignore_changes = [pair["k0"], item[0].value]
  }
}
