/**
 * Every setting that there is: its name, what it may be and what it is for. The environment, {@code
 * sluice.yaml} and the reference know the same ones.
 */
@NullMarked
package io.sluice.transport.setting;

import org.jspecify.annotations.NullMarked;
