/** What every provider must keep to, as tests that it inherits. */
@NullMarked
package io.sluice.provider.contract;

import org.jspecify.annotations.NullMarked;
