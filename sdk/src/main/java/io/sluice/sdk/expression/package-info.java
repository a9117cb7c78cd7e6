/**
 * Expressions as they are written into a configuration, and their text. Nothing here is evaluated:
 * whoever plans the configuration does that.
 */
@NullMarked
package io.sluice.sdk.expression;

import org.jspecify.annotations.NullMarked;
