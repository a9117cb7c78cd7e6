/** Every check of declarations that needs no value: references, rings, loose expressions. */
@NullMarked
package io.sluice.language.config.check;

import org.jspecify.annotations.NullMarked;
