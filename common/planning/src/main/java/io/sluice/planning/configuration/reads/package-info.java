/**
 * What a configuration takes from the outputs of other workspaces: which of them its text uses, and
 * what they are. It must not read a workspace itself.
 */
@NullMarked
package io.sluice.planning.configuration.reads;

import org.jspecify.annotations.NullMarked;
