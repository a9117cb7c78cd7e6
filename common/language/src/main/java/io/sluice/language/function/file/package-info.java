/** Functions that read files, as far as the context allows. Must not open a file by themselves. */
@NullMarked
package io.sluice.language.function.file;

import org.jspecify.annotations.NullMarked;
