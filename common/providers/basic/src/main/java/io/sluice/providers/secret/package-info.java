/**
 * The sources of secrets that come with Sluice: the environment, files, an HTTP server. A value
 * leaves them only when it was asked for; no message contains it.
 */
@NullMarked
package io.sluice.providers.secret;

import org.jspecify.annotations.NullMarked;
