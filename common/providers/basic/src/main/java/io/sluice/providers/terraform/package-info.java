/**
 * The types that Terraform has built in ({@code terraform_data}, {@code null_resource}, remote
 * state), and those that Sluice itself makes nodes of: conditions, outputs, and the steps of a run
 * that walks workspaces. Must not plan anything.
 */
@NullMarked
package io.sluice.providers.terraform;

import org.jspecify.annotations.NullMarked;
