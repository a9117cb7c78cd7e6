/** Numbers of a service, as text for whoever collects them. Knows nothing of what they mean. */
@NullMarked
package io.sluice.transport.metrics;

import org.jspecify.annotations.NullMarked;
