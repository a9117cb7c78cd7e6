/**
 * Contents by their digests, which are too large for topics or belong to one run: where they are
 * kept, and how they are had over HTTP. Knows nothing of state, runs or plans.
 */
@NullMarked
package io.sluice.state.blob;

import org.jspecify.annotations.NullMarked;
