/**
 * The addresses of real providers, as configurations write them. Owns their grammar; must not look
 * up whether anything is at an address.
 */
@NullMarked
package io.sluice.language.address;

import org.jspecify.annotations.NullMarked;
