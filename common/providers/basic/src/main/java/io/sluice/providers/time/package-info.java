/**
 * {@code time_*}: moments kept in state, and waiting. Named and shaped as Terraform's. Must not
 * read another clock than the one that is passed in.
 */
@NullMarked
package io.sluice.providers.time;

import org.jspecify.annotations.NullMarked;
