/**
 * From located values to declarations: the grammar of a plan document, field by field, and a
 * diagnostic with a place for each fault. Must not look at more than one declaration at a time.
 */
@NullMarked
package io.sluice.planning.document.read;

import org.jspecify.annotations.NullMarked;
