/** AWS without AWS: its interfaces in memory, and its provider from a mirror on this machine. */
@NullMarked
package io.sluice.bridge.cloud;

import org.jspecify.annotations.NullMarked;
