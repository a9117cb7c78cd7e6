/**
 * The query API over HTTP: reads of what is committed. Must not show or change anything that is in
 * progress.
 */
@NullMarked
package io.sluice.state.query;

import org.jspecify.annotations.NullMarked;
