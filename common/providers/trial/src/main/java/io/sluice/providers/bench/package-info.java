/** {@code bench_task}: as little work as possible, to measure everything around it. */
@NullMarked
package io.sluice.providers.bench;

import org.jspecify.annotations.NullMarked;
