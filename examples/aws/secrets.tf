# The token is written to both places and is in no state: its version says when to write it again.

resource "aws_ssm_parameter" "token" {
  name             = "/${var.name}/token"
  type             = "SecureString"
  value_wo         = var.token
  value_wo_version = var.token_version
}

resource "aws_secretsmanager_secret" "token" {
  name                    = "${var.name}/token"
  recovery_window_in_days = 0
}

resource "aws_secretsmanager_secret_version" "token" {
  secret_id                = aws_secretsmanager_secret.token.id
  secret_string_wo         = jsonencode({ token = var.token })
  secret_string_wo_version = var.token_version
}

resource "aws_ssm_parameter" "albums" {
  name  = "/${var.name}/albums"
  type  = "StringList"
  value = join(",", sort(keys(var.albums)))
}

# Read back after it is written.
data "aws_ssm_parameter" "albums" {
  name       = aws_ssm_parameter.albums.name
  depends_on = [aws_ssm_parameter.albums]
}
