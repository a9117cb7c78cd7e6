/**
 * A plan as people know it from Terraform: a block for each resource that changes, old and new
 * values, what forces a replacement, outputs, a count. Pure; it must not know where a plan comes
 * from.
 */
@NullMarked
package io.sluice.cli.render.plan;

import org.jspecify.annotations.NullMarked;
