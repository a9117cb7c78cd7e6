/**
 * A configuration as blocks and attributes, and its text in HCL and in JSON. It knows the syntax
 * and no meaning: what the blocks are is for {@code io.sluice.sdk}.
 */
@NullMarked
package io.sluice.sdk.document;

import org.jspecify.annotations.NullMarked;
