/**
 * Where the values of {@code ${VAR}} come from. A secret leaves this package only as a value that
 * was asked for: messages contain names and reasons, never values.
 */
@NullMarked
package io.sluice.provider.secret;

import org.jspecify.annotations.NullMarked;
