/**
 * A provider for tests, of both protocols: a rich schema, honest by default, and every fault on
 * demand. It runs in the JVM of a test, as a plugin behind a script, or as what {@code terraform}
 * attaches to.
 */
@NullMarked
package io.sluice.bridge.trial;

import org.jspecify.annotations.NullMarked;
