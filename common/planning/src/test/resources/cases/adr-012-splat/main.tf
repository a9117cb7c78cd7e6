step "http_request" "ping" {
  count = 5
  arguments {
    url = "http://127.0.0.1:18977/p${count.index}"
  }
}
step "print" "results" {
  arguments {
    message = step.http_request.ping[*].output.status_code
  }
}
step "print" "idx" {
  arguments {
    message = "one: ${step.http_request.ping[3].output.status_code}"
  }
}

step "print" "f" {
  arguments {
    message = [for p in step.http_request.ping : p.output.status_code]
  }
}
step "print" "l" {
  arguments {
    message = [step.http_request.ping[0].output.status_code, step.http_request.ping[1].output.status_code]
  }
}
