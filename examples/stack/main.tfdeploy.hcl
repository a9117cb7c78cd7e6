locals {
  pages = ["about", "help"]
}

deployment "staging" {
  inputs = {
    environment = "staging"
    pages       = local.pages
  }
  deployment_group = deployment_group.careless
}

deployment "production" {
  inputs = {
    environment = "production"
    pages       = concat(local.pages, ["terms"])
    regions     = ["eu", "us"]
  }
}

# Whatever destroys nothing goes to staging without a question.
deployment_group "careless" {
  auto_approve_checks = [deployment_auto_approve.destroys_nothing]
}

deployment_auto_approve "destroys_nothing" {
  check {
    condition = context.plan.changes.remove == 0
    reason    = "It destroys ${context.plan.changes.remove} objects."
  }
}

publish_output "production_name" {
  value = deployment.production.name
}

# Staging goes first; production follows if staging has its pages.
rollout "all" {
  canary = [deployment.staging]
  check {
    output = "complete"
  }
}
