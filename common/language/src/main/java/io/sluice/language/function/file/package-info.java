/** Functions that read files through what the context allows. */
@NullMarked
package io.sluice.language.function.file;

import org.jspecify.annotations.NullMarked;
