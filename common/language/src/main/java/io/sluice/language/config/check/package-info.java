/**
 * Every check of declarations that needs no value: references, rings, loose expressions. Must not
 * evaluate anything or read files.
 */
@NullMarked
package io.sluice.language.config.check;

import org.jspecify.annotations.NullMarked;
