/**
 * Sealed values around planning: opens what has to be compared, seals what leaves. Must not decide
 * what is planned.
 */
@NullMarked
package io.sluice.planning.secret;

import org.jspecify.annotations.NullMarked;
