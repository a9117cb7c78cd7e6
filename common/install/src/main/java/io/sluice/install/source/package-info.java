/**
 * What there is to install: versions, offers of packages, and the proof that comes with each. Must
 * not fetch anything itself.
 */
@NullMarked
package io.sluice.install.source;

import org.jspecify.annotations.NullMarked;
