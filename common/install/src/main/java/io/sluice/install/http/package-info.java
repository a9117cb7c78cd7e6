/**
 * HTTP for registries, mirrors and archives: limits, redirects, tokens, trusted certificates. Must
 * not know what is fetched.
 */
@NullMarked
package io.sluice.install.http;

import org.jspecify.annotations.NullMarked;
