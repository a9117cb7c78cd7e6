/**
 * Which provider serves what a configuration names, with which configuration of its own, and how
 * real providers travel with a bundle. Owns the rule of which provider serves a name; must not
 * decide about resources.
 */
@NullMarked
package io.sluice.planning.configuration.served;

import org.jspecify.annotations.NullMarked;
