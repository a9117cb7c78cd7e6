/**
 * The one exception of installing: what failed, where, and what to do. Must not know what is being
 * installed.
 */
@NullMarked
package io.sluice.install.fault;

import org.jspecify.annotations.NullMarked;
