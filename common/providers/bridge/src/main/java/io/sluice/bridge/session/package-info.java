/**
 * One provider as the rest of Sluice calls it: values in, values out, and whatever went wrong as a
 * value. Here Terraform's order of calls is kept, and here a process that was lost in the middle of
 * one becomes a statement of how far it was.
 */
@NullMarked
package io.sluice.bridge.session;

import org.jspecify.annotations.NullMarked;
