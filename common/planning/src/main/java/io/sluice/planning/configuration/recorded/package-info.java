/**
 * Answers that state gives instead of providers. Owns the rule of when an object is expected to
 * stay as it is recorded; must not decide what is planned.
 */
@NullMarked
package io.sluice.planning.configuration.recorded;

import org.jspecify.annotations.NullMarked;
