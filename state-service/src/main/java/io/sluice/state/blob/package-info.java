/**
 * Contents by their digests, which are too large for topics or belong to one run: where they are
 * kept, and how clients store and fetch them over HTTP. Must not know state or plans.
 */
@NullMarked
package io.sluice.state.blob;

import org.jspecify.annotations.NullMarked;
