/** Functions of texts: case, formats, patterns, templates. */
@NullMarked
package io.sluice.language.function.text;

import org.jspecify.annotations.NullMarked;
