# A small site: a folder, a page for each topic, and a page that links to them.
#
#   sluice apply examples/quickstart

variable "title" {
  type        = string
  default     = "Quickstart"
  description = "The title of the index page."
}

variable "topics" {
  type = map(object({
    text  = string
    draft = optional(bool, false)
  }))
  default = {
    events = { text = "A plan is a graph; each node is an event." }
    state  = { text = "Each result is committed once." }
    later  = { text = "To be written.", draft = true }
  }
}

locals {
  published = { for name, topic in var.topics : name => topic if !topic.draft }
}

resource "random_id" "edition" {
  byte_length = 4
}

resource "local_directory" "site" {
  # Each workspace has a site of its own.
  path = terraform.workspace == "default" ? "out/quickstart" : "out/quickstart-${terraform.workspace}"
}

resource "local_file" "page" {
  for_each = local.published

  filename = "${local_directory.site.path}/${each.key}.html"
  content = templatefile("${path.module}/pages/page.html.tftpl", {
    title   = title(each.key)
    text    = each.value.text
    edition = random_id.edition.hex
  })
}

resource "local_file" "index" {
  filename = "${local_directory.site.path}/index.html"
  content = templatefile("${path.module}/pages/index.html.tftpl", {
    title = var.title
    pages = sort(keys(local_file.page))
  })
}

output "index" {
  value       = local_file.index.filename
  description = "The page to open."
}

output "edition" {
  value = random_id.edition.hex
}
