/**
 * HTTP with outcomes that say what may have happened: any REST object as a resource, Terraform's
 * data source {@code http}, and the step {@code http_request}. Other providers call through it too.
 */
@NullMarked
package io.sluice.providers.http;

import org.jspecify.annotations.NullMarked;
