/**
 * From the bytes of a document, JSON or YAML, to a tree in which each value knows where it is. Must
 * not know what the values mean.
 */
@NullMarked
package io.sluice.planning.document.text;

import org.jspecify.annotations.NullMarked;
