/** The types that Terraform has built in: {@code terraform_data}, and {@code null_resource}. */
@NullMarked
package io.sluice.providers.terraform;

import org.jspecify.annotations.NullMarked;
