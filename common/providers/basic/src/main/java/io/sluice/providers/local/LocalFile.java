package io.sluice.providers.local;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.Existing;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.ResourceType;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.ConfigRule;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * {@code local_file} and {@code local_sensitive_file}. As Terraform's, except that a file which is
 * there already with something else in it is not overwritten: it may belong to someone. Files are
 * written whole or not at all, so no attempt of ours leaves one that is not as desired. A file that
 * is as desired is taken over and recorded as having existed, unless this operation made it.
 */
final class LocalFile implements ResourceType {
  static final ValueCheck MODE =
      ValueCheck.matching(
          Pattern.compile("[0-7]{3,4}"), "a permission in octal digits, such as \"0644\"");

  private final TypeSchema schema;

  LocalFile(String type) {
    boolean sensitive = type.equals("local_sensitive_file");
    String mode = sensitive ? "0700" : "0777";
    AttributeSchema content = content("content", "The content, as UTF-8 text.");
    AttributeSchema base64 = content("content_base64", "The content, in base64.");
    this.schema =
        TypeSchema.resource(
                type,
                sensitive ? "A file whose content is secret." : "A file.",
                Repeats.all(RepeatClass.BY_NAME),
                required("filename", STRING)
                    .replaces()
                    .checkedBy(ValueCheck.notEmpty())
                    .describedAs("The path; a relative one starts at the worker's root."),
                sensitive ? content.asSensitive() : content,
                sensitive ? base64.asSensitive() : base64,
                content("source", "A file to copy."),
                permission("file_permission", mode, "The permission of the file, less the umask."),
                permission(
                    "directory_permission",
                    mode,
                    "The permission of directories that Sluice creates, less the umask."),
                computed("id", STRING)
                    .kept()
                    .describedAs("SHA-1 of the content when it was created."))
            .withAttributes(
                FileContent.HASHES.stream()
                    .map(hash -> computed(hash, STRING).describedAs("Hash of the content."))
                    .toList())
            .withRules(ConfigRule.exactlyOneOf("content", "content_base64", "source"))
            .boundToRoot()
            .canBeImported()
            .announcesAbsence();
  }

  private static AttributeSchema content(String name, String description) {
    return optional(name, STRING).replaces().describedAs(description);
  }

  private static AttributeSchema permission(String name, String mode, String description) {
    return optional(name, STRING)
        .defaultsTo(mode)
        .replaces()
        .checkedBy(MODE)
        .describedAs(description);
  }

  @Override
  public TypeSchema schema() {
    return schema;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    byte[] content = FileContent.of(desired, context.root());
    Path file = context.root().resolve(desired.get("filename").textValue());
    try {
      if (Files.isDirectory(file)) {
        return Outcome.user("IS_A_DIRECTORY", file + " is a directory");
      }
      if (Files.exists(file)) {
        if (isAsDesired(file, content, desired)) {
          Outcome.Done there = made(desired, content);
          return context.absent() ? there : there.takenOver();
        }
        String name = desired.get("filename").textValue();
        return Outcome.user(
            "FILE_EXISTS",
            file
                + " already exists with different content; it was not overwritten. Remove it or"
                + " choose another filename. "
                + new Existing(context, "FILE_EXISTS", name, name).takeOver());
      }
      context.writing(true);
      Path parent = file.getParent();
      if (parent != null) {
        AtomicFile.createDirectories(parent, desired.get("directory_permission").textValue());
      }
      String mode = desired.get("file_permission").textValue();
      AtomicFile.write(file, content, context.token(), mode);
      return made(desired, content);
    } catch (IOException e) {
      throw FileFailure.of("writing", file, e);
    }
  }

  /** The same bytes, and exactly the permission that a file made here would have. */
  private static boolean isAsDesired(Path file, byte[] content, JsonNode desired)
      throws IOException {
    return Files.size(file) == content.length
        && Arrays.equals(Files.readAllBytes(file), content)
        && AtomicFile.lessUmask(desired.get("file_permission").textValue())
            .equals(Files.getPosixFilePermissions(file));
  }

  private static Outcome.Done made(JsonNode desired, byte[] content) {
    ObjectNode attributes = desired.deepCopy();
    FileContent.describe(content, attributes);
    String id = attributes.get("content_sha1").textValue();
    return new Outcome.Done(id, attributes.put("id", id));
  }

  /** Reports the content that is there; the id stays that of the content as it was made. */
  @Override
  public Outcome read(OperationContext context, Prior prior) throws ProviderFailure {
    Path file = file(context, prior);
    try {
      byte[] content = Files.readAllBytes(file);
      ObjectNode attributes = prior.attributes().deepCopy();
      boolean changed =
          !FileContent.sha1(content).equals(attributes.path("content_sha1").textValue());
      FileContent.describe(content, attributes);
      if (changed) {
        FileContent.showIn(content, attributes);
      }
      return new Outcome.Done(prior.id(), attributes);
    } catch (NoSuchFileException e) {
      return new Outcome.Gone();
    } catch (IOException e) {
      if (Files.isDirectory(file)) {
        return new Outcome.Gone();
      }
      throw FileFailure.of("reading", file, e);
    }
  }

  @Override
  public Outcome delete(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    Path file = file(context, prior);
    try {
      if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
        context.writing();
        Files.deleteIfExists(file);
      }
      return new Outcome.Gone();
    } catch (IOException e) {
      throw FileFailure.of("deleting", file, e);
    }
  }

  /** The import id is the filename. */
  @Override
  public Outcome importState(OperationContext context, String importId) throws ProviderFailure {
    Path file = context.root().resolve(importId);
    try {
      byte[] content = Files.readAllBytes(file);
      ObjectNode attributes = Json.object().put("filename", importId);
      for (String name : List.of("file_permission", "directory_permission")) {
        attributes.set(name, schema.body().attribute(name).orElseThrow().defaultValue());
      }
      FileContent.showIn(content, attributes.putNull("content"));
      return made(attributes, content);
    } catch (IOException e) {
      throw FileFailure.of("importing", file, e);
    }
  }

  private static Path file(OperationContext context, Prior prior) {
    return context.root().resolve(prior.attributes().get("filename").textValue());
  }
}
