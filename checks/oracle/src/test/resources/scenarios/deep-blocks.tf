# Blocks in blocks.
#! apply
resource "trial_deep" "a" {
  name = "a"
  layer {
    title    = "first"
    password = "p"
    cell {
      label = "c1"
      dot { x = 1 }
      dot { x = 2 }
    }
    cell {
      label  = "c2"
      weight = 5
    }
    mark { text = "here" }
    room "r" { cidr = "10.0.0.0/8" }
  }
  layer { title = "second" }
  frame {
    mode = "wide"
    edge { width = 1 }
  }
  seal {}
  matrix = [[1, 2], [], [3]]
  groups = { a = ["x", "y"], b = [] }
  shape  = { x = 1, y = null }
}
#! apply
resource "trial_deep" "a" {
  name = "a"
  layer {
    title    = "first"
    password = "q"
    cell {
      label = "c1"
      dot { x = 1 }
    }
    cell {
      label   = "c2"
      comment = "changed"
    }
    cell { label = "c3" }
    mark { text = "there" }
  }
  frame {
    edge { width = 1 }
    edge { width = 2 }
  }
  seal { level = 4 }
  matrix = [[1]]
  groups = { a = ["y"] }
  shape  = { x = 2, y = "why" }
}
#! apply
resource "trial_deep" "a" {
  name = "a"
  layer { title = "another" }
}
