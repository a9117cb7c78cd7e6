/** The query API over HTTP: reads of what is committed, never of what is in progress. */
@NullMarked
package io.sluice.state.query;

import org.jspecify.annotations.NullMarked;
