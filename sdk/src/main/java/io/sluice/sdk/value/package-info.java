/**
 * Values that know where they come from. One with an origin is written as a reference wherever it
 * is assigned, one without as what is in it. Nothing here knows of blocks or files.
 */
@NullMarked
package io.sluice.sdk.value;

import org.jspecify.annotations.NullMarked;
