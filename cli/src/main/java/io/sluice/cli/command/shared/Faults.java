package io.sluice.cli.command.shared;

import io.sluice.cli.terminal.Fault;
import io.sluice.transport.TransportFailure;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;

/** What was thrown, as what a person is told. */
public final class Faults {
  private Faults() {}

  private static Fault transport(TransportFailure failure) {
    String hint =
        switch (failure.code()) {
          case UNREACHABLE, BEHIND -> "`sluice doctor` looks at what is reachable.";
          case FORBIDDEN -> "The client settings (SLUICE_KAFKA_CLIENT_...) must carry credentials.";
          case KEY -> "Without its key a sealed value is lost; keep .sluice/key with the state.";
          case MISCONFIGURED, NOT_FOUND, UNEXPECTED -> "";
        };
    String message = String.valueOf(failure.getMessage());
    int end = message.indexOf(". ");
    String summary = end < 0 ? message : message.substring(0, end);
    String detail = end < 0 ? "" : message.substring(end + 2);
    return Fault.of(capitalised(summary), detail, hint).because(failure);
  }

  private static String capitalised(String text) {
    boolean word = !text.isEmpty() && !text.startsWith("http");
    return !word ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  public static Fault of(Throwable thrown) {
    return switch (thrown) {
      case Fault fault -> fault;
      case TransportFailure failure -> transport(failure);
      case NoSuchFileException missing ->
          Fault.of("There is no file " + missing.getFile(), "It can't be read.", "")
              .because(missing);
      case AccessDeniedException denied ->
          Fault.of("No access to " + denied.getFile(), "Permission was denied.", "")
              .because(denied);
      case NotDirectoryException file ->
          Fault.of(file.getFile() + " is no folder", "It is a file.", "Name a folder.")
              .because(file);
      case FileSystemException failure ->
          Fault.of(
                  failure.getFile() + " can't be used",
                  Objects.requireNonNullElse(
                      failure.getReason(), failure.getClass().getSimpleName()),
                  "")
              .because(failure);
      default ->
          Fault.of(
                  "Sluice failed in a way that it should not",
                  thrown.getClass().getSimpleName() + ": " + thrown.getMessage(),
                  "This is a fault of Sluice itself. SLUICE_DEBUG=1 shows where it happened.")
              .because(thrown);
    };
  }
}
