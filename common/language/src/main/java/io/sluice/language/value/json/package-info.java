/** Values as JSON and back. */
@NullMarked
package io.sluice.language.value.json;

import org.jspecify.annotations.NullMarked;
