/**
 * Where the logs of this process go: not to the terminal. One-shot commands and the background
 * deployment write warnings to a file of the deployment; nothing is written, and no file made,
 * before there is one.
 */
@NullMarked
package io.sluice.cli.logging;

import org.jspecify.annotations.NullMarked;
