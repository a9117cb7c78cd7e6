/**
 * State as files: Sluice's own form with a checksum, Terraform's state version 4, and writing that
 * a crash can't leave half done. Must not know where the records come from or go to.
 */
@NullMarked
package io.sluice.cli.exchange;

import org.jspecify.annotations.NullMarked;
