/**
 * State surgery as a function: from what a workspace holds and what a person wants to the one edit
 * that the state service decides on. Must not send, read files or print.
 */
@NullMarked
package io.sluice.cli.surgery;

import org.jspecify.annotations.NullMarked;
