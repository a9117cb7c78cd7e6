/**
 * Keys, certificate requests and certificates, shaped as Terraform's provider {@code tls}. They
 * exist in state alone; no message ever contains a key.
 */
@NullMarked
package io.sluice.providers.tls;

import org.jspecify.annotations.NullMarked;
