/** Functions of lists, maps and sets, and of marks. Must not know where values come from. */
@NullMarked
package io.sluice.language.function.collection;

import org.jspecify.annotations.NullMarked;
