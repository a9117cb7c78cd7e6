/**
 * What a configuration means with values: variables, locals, outputs, module instances, and how
 * many instances a block has.
 *
 * <p>Three kinds of types are kept apart: what is declared ({@code io.sluice.language.config}),
 * what a declaration has become in one instance of its module ({@link
 * io.sluice.language.instancing.Expansion}, {@link
 * io.sluice.language.instancing.ResourceInstances}), and the instances themselves. It is pure:
 * files, times and the values of resources come in. Must not know schemas of providers.
 */
@NullMarked
package io.sluice.language.instancing;

import org.jspecify.annotations.NullMarked;
