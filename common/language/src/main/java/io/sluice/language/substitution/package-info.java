/**
 * Just-in-time substitution: what a plan could not know is put into a node's configuration right
 * before the provider is called.
 *
 * <p>Owns the textual forms <code>${VAR}</code>, <code>${MODULE.field}</code> and <code>$expr
 * </code>, their scanner, their escape and their resolution. It is pure: the environment, state and
 * secrets come in as functions and maps. It must never read them by itself, and never log a value.
 */
@NullMarked
package io.sluice.language.substitution;

import org.jspecify.annotations.NullMarked;
