/**
 * The sources of secrets that come with Sluice: the environment, files, an HTTP server. A value
 * leaves them only when it was asked for; it stands in no message.
 */
@NullMarked
package io.sluice.providers.secret;

import org.jspecify.annotations.NullMarked;
