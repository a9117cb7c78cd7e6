/**
 * Resource blocks written from objects that exist. Must not read files, or ask who has the objects.
 */
@NullMarked
package io.sluice.planning.configuration.generate;

import org.jspecify.annotations.NullMarked;
