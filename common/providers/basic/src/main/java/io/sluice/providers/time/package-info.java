/** {@code time_*}: moments kept in state, and waiting. Named and shaped as Terraform's. */
@NullMarked
package io.sluice.providers.time;

import org.jspecify.annotations.NullMarked;
