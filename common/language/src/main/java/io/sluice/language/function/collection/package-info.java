/** Functions of lists, maps, sets and of their marks. */
@NullMarked
package io.sluice.language.function.collection;

import org.jspecify.annotations.NullMarked;
