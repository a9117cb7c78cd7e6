/**
 * Which files go with a configuration, and what of each travels. Knows directories of the machine
 * that plans; must not evaluate anything.
 */
@NullMarked
package io.sluice.planning.configuration.files;

import org.jspecify.annotations.NullMarked;
