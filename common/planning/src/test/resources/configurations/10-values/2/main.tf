locals {
  raw   = jsondecode(file("${path.module}/data.json"))
  teams = { for team in local.raw.teams : team.name => team }
  members = flatten([
    for name, team in local.teams : [
      for member in team.members : { team = name, member = member, key = "${name}/${member}" }
    ]
  ])
}

resource "terraform_data" "team" {
  for_each = local.teams
  input    = { name = each.key, size = length(each.value.members), tags = toset(try(each.value.tags, [])) }
}

resource "terraform_data" "member" {
  for_each = { for member in local.members : member.key => member }
  input    = "${each.value.member} of ${terraform_data.team[each.value.team].output.name}"
  lifecycle {
    create_before_destroy = true
  }
}

resource "terraform_data" "summary" {
  input = <<-EOT
    %{for team in values(terraform_data.team)~}
    ${team.output.name}: ${team.output.size}
    %{endfor~}
    $${HOME}
  EOT
}

output "sizes" {
  value = { for name, team in terraform_data.team : name => team.output.size }
}

output "summary" {
  value = terraform_data.summary.output
}

output "largest" {
  value = max([for team in terraform_data.team : team.output.size]...)
}

output "number" {
  value = 1 / 3
}
