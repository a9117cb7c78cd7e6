/**
 * Where the logs of this process go: not to the terminal. One-shot commands and the background
 * stack write warnings to a file of the stack; nothing is written, and no file made, before there
 * is one.
 */
@NullMarked
package io.sluice.cli.logging;

import org.jspecify.annotations.NullMarked;
