package io.sluice.providers.local;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.provider.DataType;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** {@code data "local_file"} and {@code data "local_sensitive_file"}. */
final class LocalFileData implements DataType {
  private final TypeSchema schema;

  LocalFileData(String type) {
    boolean sensitive = type.equals("local_sensitive_file");
    AttributeSchema content = computed("content", STRING).describedAs("The content as text.");
    AttributeSchema base64 =
        computed("content_base64", STRING).describedAs("The content in base64.");
    this.schema =
        TypeSchema.data(
                type,
                "Reads a file on the worker.",
                required("filename", STRING)
                    .checkedBy(ValueCheck.notEmpty())
                    .describedAs("The path; a relative one starts at the worker's root."),
                sensitive ? content.asSensitive() : content,
                sensitive ? base64.asSensitive() : base64,
                computed("id", STRING).describedAs("SHA-1 of the content."))
            .withAttributes(
                FileContent.HASHES.stream()
                    .map(hash -> computed(hash, STRING).describedAs("Hash of the content."))
                    .toList());
  }

  @Override
  public TypeSchema schema() {
    return schema;
  }

  @Override
  public Outcome read(OperationContext context, JsonNode config) throws ProviderFailure {
    Path file = context.root().resolve(config.get("filename").textValue());
    try {
      byte[] content = Files.readAllBytes(file);
      ObjectNode attributes = config.deepCopy();
      attributes
          .put("content", new String(content, StandardCharsets.UTF_8))
          .put("content_base64", Base64.getEncoder().encodeToString(content));
      FileContent.describe(content, attributes);
      String id = FileContent.sha1(content);
      return new Outcome.Done(id, attributes.put("id", id));
    } catch (IOException e) {
      throw FileFailure.of("reading", file, e);
    }
  }
}
