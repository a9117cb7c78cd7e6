/** The functions of the language as methods; the class with them is made when this is built. */
@NullMarked
package io.sluice.sdk.function;

import org.jspecify.annotations.NullMarked;
