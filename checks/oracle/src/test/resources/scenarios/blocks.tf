# Blocks of every nesting.
#! apply
resource "trial_thing" "a" {
  name = "a"
  timeouts { create = "5m" }
  rule { port = 80 }
  rule {
    port    = 443
    comment = "tls"
  }
  disk { label = "one" }
  disk {
    label   = "two"
    comment = "second"
  }
  zone "z1" { cidr = "10.0.0.0/8" }
  policy { mode = "strict" }
}
#! apply
resource "trial_thing" "a" {
  name = "a"
  timeouts {}
  rule { port = 443 }
  disk {
    label   = "two"
    comment = "changed"
  }
  disk { label = "three" }
  zone "z1" { cidr = "10.0.0.0/16" }
  zone "z2" { cidr = "10.1.0.0/16" }
}
#! apply
resource "trial_thing" "a" {
  name = "a"
}
