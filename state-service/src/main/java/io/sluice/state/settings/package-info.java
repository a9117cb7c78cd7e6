/** What a state service is told at its start; everything else in the service may read it. */
@NullMarked
package io.sluice.state.settings;

import org.jspecify.annotations.NullMarked;
