# A module that is called otherwise now, and has an instance less: what it read there is nowhere.
#! apply
resource "trial_thing" "w" {
  name = "w"
}
module "m" {
  source     = "./m"
  for_each   = toset(["x", "y"])
  name       = each.key
  depends_on = [trial_thing.w]
}
#@ m/main.tf
terraform {
  required_providers {
    trial = { source = "sluice/trial" }
  }
}
variable "name" {}
data "trial_lookup" "d" {
  key = "d-${var.name}"
}
resource "trial_thing" "a" {
  name = "a-${var.name}"
  note = data.trial_lookup.d.value
}
#! apply
resource "trial_thing" "w" {
  name = "w"
}
module "n" {
  source     = "./m"
  for_each   = toset(["x", "z"])
  name       = each.key
  depends_on = [trial_thing.w]
}
moved {
  from = module.m
  to   = module.n
}
#@ m/main.tf
terraform {
  required_providers {
    trial = { source = "sluice/trial" }
  }
}
variable "name" {}
data "trial_lookup" "d" {
  key = "d-${var.name}"
}
resource "trial_thing" "a" {
  name = "a-${var.name}"
  note = data.trial_lookup.d.value
}
