package io.sluice.bridge.ask;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * An object as a state record has it, in clear.
 *
 * @param schemaVersion of the schema that it was written under
 * @param own what the provider keeps with it, with its identity; see {@link OwnData}
 * @param version of the record: another version is another question
 */
public record RecordedObject(
    int schemaVersion,
    JsonNode attributes,
    @Nullable JsonNode own,
    boolean tainted,
    long version) {}
