/**
 * Values and their types as bytes: MessagePack and JSON exactly as Terraform writes them, so that
 * whatever a provider gave comes back to it unchanged. It knows types, not schemas.
 */
@NullMarked
package io.sluice.bridge.codec;

import org.jspecify.annotations.NullMarked;
