package io.sluice.worker.files;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Value;
import io.sluice.model.file.PathLook;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Whether anything that a provider is given may be a path that starts where it runs. What is known
 * of it are the values of one call, and the directory that was planned. To take a name for a path
 * costs a process; to miss a path has a file looked for in another directory, so all errs to the
 * first side.
 */
public final class RelativePaths {
  /** What has a name like that is an ARN or an address of another kind, and no path. */
  private static final String SCHEME = "arn:";

  private final Path directory;
  private boolean found;

  /**
   * @param directory that was planned
   */
  public RelativePaths(Path directory) {
    this.directory = directory;
  }

  public boolean isFound() {
    return found;
  }

  /** Looks at a value of a provider's own type; what is not known yet can't be followed. */
  public RelativePaths in(Value value) {
    look(value, "");
    return this;
  }

  /** The same of an object as state has it. */
  public RelativePaths in(JsonNode recorded) {
    look(recorded, "");
    return this;
  }

  private void look(Value marked, String argument) {
    if (found) {
      return;
    }
    switch (marked.unmarked()) {
      case Value.StringValue(String text) -> look(text, argument);
      case ObjectValue object -> object.map().forEach((name, each) -> look(each, name));
      case MapValue map -> map.map().forEach((name, each) -> look(each, argument + " " + name));
      case ListValue list -> list.list().forEach(each -> look(each, argument));
      case SetValue set -> set.list().forEach(each -> look(each, argument));
      case TupleValue tuple -> tuple.elements().forEach(each -> look(each, argument));
      case Value.NumberValue number -> {}
      case Value.BoolValue bool -> {}
      case Value.NullValue none -> {}
      case Value.UnknownValue unknown -> {}
      case Value.MarkedValue nested -> {}
    }
  }

  private void look(JsonNode value, String argument) {
    if (found) {
      return;
    }
    if (value.isTextual()) {
      look(value.asText(), argument);
    } else if (value.isObject()) {
      value.properties().forEach(each -> look(each.getValue(), argument + " " + each.getKey()));
    } else {
      value.forEach(each -> look(each, argument));
    }
  }

  private void look(String text, String argument) {
    found |=
        (PathLook.asksForProgram(argument) && !text.isEmpty())
            || (PathLook.mayBe(text) && !text.startsWith(SCHEME) && isPath(text, argument));
  }

  private boolean isPath(String text, String argument) {
    return PathLook.isMeant(text) || PathLook.asksForPath(argument) || isThere(text);
  }

  /** Or in a directory that is there, below the one that was planned. */
  private boolean isThere(String text) {
    try {
      Path path = directory.resolve(text).normalize();
      Path parent = path.getParent();
      return Files.exists(path)
          || (text.contains("/") && parent != null && Files.isDirectory(parent));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
