package io.sluice.cli.command.shared;

import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.FileTrouble;
import io.sluice.client.ClientFailure;
import io.sluice.client.ClientFailure.Interrupted;
import io.sluice.client.ClientFailure.NotTaken;
import io.sluice.client.ClientFailure.Sent;
import io.sluice.client.ClientFailure.TopicsMissing;
import io.sluice.client.ClientFailure.Unreachable;
import io.sluice.exchange.UnusableFile;
import io.sluice.model.json.ReadableText;
import io.sluice.seal.SealFailure;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.message.Parts;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Turns what was thrown into a fault for the person at the terminal. */
public final class Faults {
  private Faults() {}

  private static Fault transport(TransportFailure failure) {
    String hint =
        switch (failure.code()) {
          case UNREACHABLE, BEHIND -> "`sluice doctor` checks what is reachable.";
          case FORBIDDEN ->
              "Show other credentials: those of Kafka (SLUICE_KAFKA_CLIENT_...), or a token that"
                  + " may do this (SLUICE_HTTP_TOKEN).";
          case MISCONFIGURED, NOT_FOUND, UNEXPECTED -> "";
        };
    return split(String.valueOf(failure.getMessage()), hint).because(failure);
  }

  /** The first sentence is the summary, what follows it the detail. */
  private static Fault split(String message, String hint) {
    int end = message.indexOf(". ");
    String summary = end < 0 ? message : message.substring(0, end);
    String detail = end < 0 ? "" : message.substring(end + 2);
    return Fault.of(capitalised(summary), detail, hint);
  }

  private static Fault client(ClientFailure failure) {
    Fault fault =
        switch (failure) {
          case Unreachable unreachable ->
              Fault.of(
                  "No Kafka broker answers at " + unreachable.bootstrapServers(),
                  unreachable.why(),
                  "Check the address (--bootstrap-servers, SLUICE_KAFKA, sluice.yaml) and that the"
                      + " broker runs. Without any of these, Sluice uses the local deployment.");
          case TopicsMissing missing ->
              Fault.of(
                  "Topics are missing",
                  String.join(", ", missing.topics()) + ".",
                  "Each service creates them when it starts: start one.");
          case NotTaken lost ->
              Fault.of(
                  "Kafka at " + lost.bootstrapServers() + " did not accept the record",
                  lost.why(),
                  subject(lost.sent())
                      + (lost.several() ? " may be incomplete" : " may not have arrived")
                      + ": "
                      + (lost.sent() == Sent.ORDER ? "give it" : "send it")
                      + " again. `sluice doctor` checks what is reachable.");
          case Interrupted interrupted -> Fault.of("Interrupted", "While sending to Kafka.", "");
        };
    return fault.because(failure);
  }

  private static String subject(Sent sent) {
    return switch (sent) {
      case SUBMISSION -> "The submission";
      case ORDER -> "The order";
      case LETTERS -> "The content of a letter";
      case SETTLEMENTS -> "The settlement of the letters";
    };
  }

  private static String capitalised(String text) {
    boolean word = !text.isEmpty() && !text.startsWith("http");
    return !word ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /** Where nobody knows any more what was to be done with the file. */
  private static Fault file(FileSystemException failure) {
    String name = failure.getFile();
    String summary =
        switch (failure) {
          case NoSuchFileException missing -> "No such file: " + name;
          case AccessDeniedException denied -> "No access to " + name;
          case NotDirectoryException file -> name + " is not a folder";
          default -> name + " can't be used";
        };
    return FileTrouble.of(failure).fault(summary).because(failure);
  }

  public static Fault of(Throwable thrown) {
    return switch (thrown) {
      case Fault fault -> fault;
      case ClientFailure failure -> client(failure);
      case UnusableFile file -> Fault.of(file.summary(), file.detail(), file.todo()).because(file);
      case TransportFailure failure -> transport(failure);
      case SealFailure failure ->
          split(
                  failure.reason(),
                  "Without its key a sealed value is lost; keep .sluice/key with the state.")
              .because(failure);
      case ReadableText.TooLong text ->
          Fault.of(
                  "A text is too long to be sent",
                  text.getMessage() + ".",
                  "Put it into a file that an argument names, or split it.")
              .because(text);
      case Parts.TooLarge large ->
          Fault.of(
                  "This is too large to be sent",
                  large.getMessage() + ". What functions like file() read is part of it.",
                  "Split the configuration, or let an argument name large files instead of reading"
                      + " them.")
              .because(large);
      case FileSystemException failure when failure.getFile() != null -> file(failure);
      case InvalidPathException path ->
          Fault.of(
                  "A path can't be used: " + path.getInput(),
                  path.getReason() + ".",
                  "If it has letters such as \u00e4, run with a UTF-8 locale: LC_ALL=C.UTF-8.")
              .because(path);
      default ->
          Fault.of(
                  "Internal error",
                  thrown.getClass().getSimpleName() + ": " + thrown.getMessage(),
                  "This is a bug in Sluice. SLUICE_DEBUG=1 shows where it happened.")
              .because(thrown);
    };
  }
}
