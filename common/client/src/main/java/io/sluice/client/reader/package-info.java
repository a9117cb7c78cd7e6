/**
 * Workspaces that read outputs of others, and what of that has changed since they were applied. It
 * decides nothing about what follows.
 */
@NullMarked
package io.sluice.client.reader;

import org.jspecify.annotations.NullMarked;
