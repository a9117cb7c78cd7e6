/**
 * Sealed values: sensitive parts of JSON trees, encrypted before they leave a worker, the planner
 * or the command line, and the master key that opens them. Must not log values, or hold them in
 * clear for longer than a call.
 */
@NullMarked
package io.sluice.seal;

import org.jspecify.annotations.NullMarked;
