variable "name" {
  description = "Begins the name of every object."
  type        = string
  default     = "gallery"
}

variable "region" {
  type    = string
  default = "eu-central-1"
}

variable "archive_region" {
  type    = string
  default = "eu-west-1"
}

variable "endpoint" {
  description = "Where AWS's interfaces are served by something else, such as moto."
  type        = string
  default     = null
}

variable "cidr" {
  type    = string
  default = "10.20.0.0/16"
}

variable "token" {
  description = "Opens the picture service. It is written and never stored."
  type        = string
  sensitive   = true
  ephemeral   = true
}

variable "token_version" {
  description = "Raise it to write the token anew."
  type        = number
  default     = 1
}

variable "albums" {
  type = map(object({
    title    = string
    versions = optional(bool, false)
    readers = optional(map(object({
      actions    = list(string)
      conditions = optional(map(list(string)), {})
    })), {})
  }))
  default = {
    holidays = {
      title    = "Holidays"
      versions = true
      readers = {
        office = {
          actions    = ["s3:GetObject"]
          conditions = { "aws:SourceIp" = ["192.0.2.0/24"], "aws:PrincipalType" = ["User"] }
        }
        press = {
          actions = ["s3:GetObject", "s3:GetObjectTagging"]
        }
      }
    }
    portraits = { title = "Portraits" }
  }
}

variable "memory" {
  description = "Of the function that makes thumbnails, in MiB."
  type        = number
  default     = 128
}

variable "disks" {
  description = "Of a machine that works on pictures."
  type = list(object({
    device = string
    size   = optional(number)
  }))
  default = [
    { device = "/dev/sda1", size = 20 },
    { device = "/dev/sdb", size = 100 },
    { device = "/dev/sdc" },
  ]
}
