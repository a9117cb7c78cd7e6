package io.sluice.bridge.session;

import java.util.Optional;

/**
 * State of another type, to be made into this provider's.
 *
 * @param provider the address of the provider that wrote it
 * @param version of the schema that it was written under
 */
public record MoveSource(
    String provider,
    String type,
    long version,
    byte[] json,
    byte[] privateData,
    Optional<byte[]> identity,
    long identityVersion) {}
