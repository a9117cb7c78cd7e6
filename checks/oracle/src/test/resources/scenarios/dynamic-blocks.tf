# Dynamic blocks, and dynamic blocks in them.
#! apply
locals { ports = [80, 443] }
resource "trial_thing" "a" {
  name = "a"
  dynamic "rule" {
    for_each = local.ports
    content {
      port    = rule.value
      comment = "no ${rule.key}"
    }
  }
  dynamic "zone" {
    for_each = { a = "1", b = "2" }
    labels   = ["z-${zone.key}"]
    content { cidr = zone.value }
  }
}
resource "trial_deep" "d" {
  name = "d"
  dynamic "layer" {
    for_each = { x = ["1", "2"], y = [] }
    iterator = it
    content {
      title = it.key
      dynamic "cell" {
        for_each = toset(it.value)
        content {
          label = "${it.key}-${cell.value}"
          dynamic "dot" {
            for_each = [cell.value]
            content { x = dot.value }
          }
        }
      }
    }
  }
}
#! apply
locals { ports = [443] }
resource "trial_thing" "a" {
  name = "a"
  dynamic "rule" {
    for_each = local.ports
    content { port = rule.value }
  }
}
resource "trial_deep" "d" {
  name = "d"
  dynamic "layer" {
    for_each = { x = ["2"] }
    content {
      title = layer.key
      dynamic "cell" {
        for_each = layer.value
        content { label = cell.value }
      }
    }
  }
}
