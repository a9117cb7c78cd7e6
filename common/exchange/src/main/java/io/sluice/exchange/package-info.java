/**
 * State as files: Sluice's own form with a checksum, Terraform's state version 4 in and out, and
 * writing that a crash can't leave half done. Must not know where records come from or go to; what
 * is wrong with a file is an {@link UnusableFile}.
 */
@NullMarked
package io.sluice.exchange;

import org.jspecify.annotations.NullMarked;
