step "exec" "n" {
  arguments {
    command = "echo 3"
  }
}
step "exec" "p" {
  count = step.exec.n.output.exit_code
  arguments {
    command = "echo ${count.index}"
  }
}
step "print" "all" {
  arguments {
    message = step.exec.p[*].output.stdout
  }
}
