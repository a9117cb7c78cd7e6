variable "password" {
  type      = string
  sensitive = true
  default   = "correct horse"
  validation {
    condition     = length(var.password) >= 7
    error_message = "The password is too short."
  }
}

locals {
  dsn = "postgres://app:${var.password}@db/app"
}

resource "terraform_data" "db" {
  input = { dsn = local.dsn, pool = 5 }
}

resource "terraform_data" "app" {
  input = {
    url  = terraform_data.db.output.dsn
    hash = sha256(var.password)
    pool = terraform_data.db.output.pool + 1
  }
  lifecycle {
    precondition {
      condition     = terraform_data.db.output.pool > 1
      error_message = "The pool is too small."
    }
    postcondition {
      condition     = self.output.pool == 6
      error_message = "The pool was not raised."
    }
  }
}

output "dsn" {
  value     = terraform_data.app.output.url
  sensitive = true
}

output "pool" {
  value = nonsensitive(terraform_data.app.output.pool)
}
