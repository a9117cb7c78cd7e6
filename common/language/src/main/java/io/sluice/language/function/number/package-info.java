/** Functions of numbers and of network addresses. */
@NullMarked
package io.sluice.language.function.number;

import org.jspecify.annotations.NullMarked;
