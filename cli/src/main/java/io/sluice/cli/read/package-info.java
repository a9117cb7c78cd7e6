/** Runs that only read, and what they find. Must not decide what becomes of it. */
@NullMarked
package io.sluice.cli.read;

import org.jspecify.annotations.NullMarked;
