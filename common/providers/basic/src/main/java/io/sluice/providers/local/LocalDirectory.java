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
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code local_directory}. A directory that existed before is used and, in the end, left in place;
 * one that is not empty is never deleted.
 */
final class LocalDirectory implements ResourceType {
  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "local_directory",
              "A directory. It is deleted only if it is empty and Sluice created it.",
              Repeats.all(RepeatClass.BY_NAME),
              required("path", STRING)
                  .replaces()
                  .checkedBy(ValueCheck.notEmpty())
                  .describedAs("The path; a relative one starts at the worker's root."),
              optional("permission", STRING)
                  .checkedBy(LocalFile.MODE)
                  .describedAs("The permission (default: what the umask leaves)."),
              computed("id", STRING).kept().describedAs("The path."))
          .boundToRoot()
          .canBeImported()
          .announcesAbsence();

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    Path directory = context.root().resolve(desired.get("path").textValue());
    boolean there = Files.exists(directory);
    if (there && !Files.isDirectory(directory)) {
      return Outcome.user("FILE_EXISTS", directory + " exists and is not a directory");
    }
    try {
      if (there) {
        return adopt(context, directory, desired);
      }
      context.writing(true);
      Files.createDirectories(directory);
      permit(directory, desired);
      return made(desired, null);
    } catch (IOException e) {
      throw FileFailure.of("making", directory, e);
    }
  }

  /** A directory that is as desired is used; only one that this operation made is ever deleted. */
  private static Outcome adopt(OperationContext context, Path directory, JsonNode desired)
      throws IOException {
    if (permitted(directory, desired)) {
      return context.absent()
          ? made(desired, null)
          : made(desired, Json.object().put("existed", true)).takenOver();
    }
    String path = desired.get("path").textValue();
    Existing existing = new Existing(context, "DIRECTORY_EXISTS", directory.toString(), path);
    return context.absent()
        ? new Outcome.InDoubt(
            "DIRECTORY_EXISTS", directory + " was created, but does not have its permission yet")
        : Outcome.user(
            "DIRECTORY_EXISTS",
            directory
                + " already exists with another permission; it was not changed. "
                + existing.takeOver());
  }

  private static boolean permitted(Path directory, JsonNode desired) throws IOException {
    return !desired.has("permission")
        || AtomicFile.bits(desired.get("permission").textValue())
            .equals(Files.getPosixFilePermissions(directory));
  }

  private static void permit(Path directory, JsonNode desired) throws IOException {
    if (desired.has("permission")) {
      Files.setPosixFilePermissions(
          directory, AtomicFile.bits(desired.get("permission").textValue()));
    }
  }

  private static Outcome.Done made(
      JsonNode desired, @org.jspecify.annotations.Nullable JsonNode privateData) {
    ObjectNode attributes = desired.deepCopy();
    String id = desired.get("path").textValue();
    return new Outcome.Done(id, attributes.put("id", id), privateData);
  }

  @Override
  public Outcome read(OperationContext context, Prior prior) throws ProviderFailure {
    Path directory = directory(context, prior);
    if (!Files.isDirectory(directory)) {
      return new Outcome.Gone();
    }
    try {
      ObjectNode attributes = prior.attributes().deepCopy();
      if (!permitted(directory, attributes)) {
        attributes.put("permission", mode(directory));
      }
      return new Outcome.Done(prior.id(), attributes, prior.privateData());
    } catch (NoSuchFileException e) {
      return new Outcome.Gone();
    } catch (IOException e) {
      throw FileFailure.of("reading", directory, e);
    }
  }

  private static String mode(Path directory) throws IOException {
    return AtomicFile.mode(Files.getPosixFilePermissions(directory));
  }

  @Override
  public Outcome update(OperationContext context, Prior prior, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    Path directory = directory(context, prior);
    if (!Files.isDirectory(directory)) {
      return new Outcome.Gone();
    }
    try {
      if (!permitted(directory, desired)) {
        context.writing();
        permit(directory, desired);
      }
      return made(desired, prior.privateData());
    } catch (IOException e) {
      throw FileFailure.of("changing", directory, e);
    }
  }

  @Override
  public Outcome delete(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    Path directory = directory(context, prior);
    JsonNode privateData = prior.privateData();
    if (privateData != null && privateData.path("existed").asBoolean()) {
      context.log().say(directory + " existed before, and stays in place");
      return new Outcome.Gone();
    }
    try {
      if (Files.isDirectory(directory)) {
        context.writing();
        Files.delete(directory);
      }
      return new Outcome.Gone();
    } catch (NoSuchFileException e) {
      return new Outcome.Gone();
    } catch (DirectoryNotEmptyException e) {
      return Outcome.user(
          "DIRECTORY_NOT_EMPTY",
          directory + " is not empty (it holds " + some(directory) + "); empty it and apply again");
    } catch (IOException e) {
      throw FileFailure.of("deleting", directory, e);
    }
  }

  private static String some(Path directory) throws ProviderFailure {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .limit(4)
          .map(entry -> String.valueOf(entry.getFileName()))
          .sorted()
          .collect(Collectors.joining(", "));
    } catch (IOException e) {
      throw FileFailure.of("listing", directory, e);
    }
  }

  @Override
  public Outcome importState(OperationContext context, String importId) {
    Path directory = context.root().resolve(importId);
    return Files.isDirectory(directory)
        ? made(Json.object().put("path", importId), null)
        : Outcome.user("NOT_FOUND", directory + " is not a directory");
  }

  private static Path directory(OperationContext context, Prior prior) {
    return context.root().resolve(prior.attributes().get("path").textValue());
  }
}
