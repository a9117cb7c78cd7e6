output "albums" {
  value = { for key, album in module.album : key => album.bucket }
}

output "role" {
  value = provider::aws::trim_iam_role_path(aws_iam_role.thumbnails.arn)
}

output "topic" {
  value = {
    name   = provider::aws::arn_parse(aws_sns_topic.pictures.arn).resource
    region = provider::aws::arn_parse(aws_sns_topic.pictures.arn).region
  }
}

output "log_stream" {
  value = provider::aws::arn_build("aws", "logs", var.region, "", "log-group:${aws_cloudwatch_log_group.thumbnails.name}")
}

output "subnets" {
  value = module.network.subnets
}

output "published" {
  value     = data.aws_ssm_parameter.albums.value
  sensitive = true
}

output "archive_region" {
  value = data.aws_region.archive.name
}
