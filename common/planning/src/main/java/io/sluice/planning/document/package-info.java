/**
 * A plan document in which everything that can be checked has been checked: its resources, blocks
 * to expand and settings. Must not know how a document is written or read.
 */
@NullMarked
package io.sluice.planning.document;

import org.jspecify.annotations.NullMarked;
