resource "random_id" "vpc" {
  byte_length = 4
}

output "vpc" {
  value = "vpc-${random_id.vpc.hex}"
}

output "zones" {
  value = ["a", "b"]
}
