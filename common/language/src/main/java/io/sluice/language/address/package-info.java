/**
 * The addresses of real providers, as configurations write them. Owns their grammar; must not ask
 * whether there is anything at an address.
 */
@NullMarked
package io.sluice.language.address;

import org.jspecify.annotations.NullMarked;
