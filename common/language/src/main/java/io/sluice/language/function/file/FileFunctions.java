package io.sluice.language.function.file;

import io.sluice.language.function.FileAccess;
import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionContext;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Parameter;
import io.sluice.language.function.encode.EncodingFunctions;
import io.sluice.language.function.encode.HashFunctions;
import io.sluice.language.value.GoQuote;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.util.ArrayList;
import java.util.List;

/** Paths and files. */
public final class FileFunctions {
  private static final String HIDDEN = "(sensitive value)";

  private FileFunctions() {}

  public static List<Function> all() {
    return List.of(
        path("abspath", (path, context) -> absolute(path, context)),
        path("basename", (path, context) -> base(path)),
        path("dirname", (path, context) -> directory(path)),
        path("pathexpand", FileFunctions::expanded),
        path("file", FileFunctions::text),
        path("filebase64", (path, context) -> EncodingFunctions.base64(bytes(path, context))),
        hash("filemd5", "MD5", HashFunctions::hex),
        hash("filesha1", "SHA-1", HashFunctions::hex),
        hash("filesha256", "SHA-256", HashFunctions::hex),
        hash("filesha512", "SHA-512", HashFunctions::hex),
        hash("filebase64sha256", "SHA-256", EncodingFunctions::base64),
        hash("filebase64sha512", "SHA-512", EncodingFunctions::base64),
        exists(),
        fileSet());
  }

  private interface Operation {
    String of(String path, FunctionContext context) throws FunctionFailure;
  }

  private static Function path(String name, Operation operation) {
    return Function.named(name)
        .with(Parameter.of("path", Types.STRING).allowingMarks())
        .gives(Types.STRING)
        .does(
            (a, type, context) -> {
              String path = a.get(0).unmarked().asText();
              try {
                return Value.of(operation.of(path, context)).withMarks(a.get(0).marks());
              } catch (FunctionFailure e) {
                throw a.get(0).marks().isEmpty() ? e : withheld(e, path);
              }
            });
  }

  /** The same failure without the path, which is a secret. */
  private static FunctionFailure withheld(FunctionFailure failure, String path) {
    String reason = failure.reason().replace(GoQuote.quote(path), HIDDEN);
    return new FunctionFailure(
        failure.argument(), path.isEmpty() ? reason : reason.replace(path, HIDDEN));
  }

  private static Function hash(String name, String algorithm, HashFunctions.Text text) {
    return path(
        name,
        (path, context) ->
            text.of(content(path, context, file -> context.files().digest(file, algorithm))));
  }

  public static String text(String path, FunctionContext context) throws FunctionFailure {
    return EncodingFunctions.utf8(bytes(path, context))
        .orElseThrow(
            () ->
                new FunctionFailure(
                    "contents of "
                        + GoQuote.quote(path)
                        + " are not valid UTF-8; use the filebase64 function to obtain the Base64"
                        + " encoded contents or the other file functions (e.g. filemd5, filesha256)"
                        + " to obtain file hashing results instead"));
  }

  /** What is asked of a file. */
  private interface Reading {
    byte[] of(String path) throws FileAccess.Unreadable;
  }

  private static byte[] bytes(String path, FunctionContext context) throws FunctionFailure {
    return content(path, context, context.files()::read);
  }

  private static byte[] content(String path, FunctionContext context, Reading reading)
      throws FunctionFailure {
    String whole = expanded(path, context);
    try {
      return switch (context.files().kind(whole)) {
        case FILE, OTHER -> reading.of(whole);
        case DIRECTORY ->
            throw new FunctionFailure(0, "failed to read file: read " + path + ": is a directory");
        case NONE ->
            throw new FunctionFailure(
                0,
                "no file exists at "
                    + GoQuote.quote(path)
                    + "; this function works only with files that are distributed as part of the"
                    + " configuration source code, so if this file will be created by a resource in"
                    + " this configuration you must instead obtain this result from an attribute of"
                    + " that resource");
      };
    } catch (FileAccess.Unreadable e) {
      throw new FunctionFailure(0, e.reason());
    }
  }

  private static String absolute(String path, FunctionContext context) throws FunctionFailure {
    try {
      return context.files().absolute(path);
    } catch (FileAccess.Unreadable e) {
      throw new FunctionFailure(0, e.reason());
    }
  }

  private static String expanded(String path, FunctionContext context) throws FunctionFailure {
    if (!path.startsWith("~")) {
      return path;
    }
    if (path.length() > 1 && path.charAt(1) != '/') {
      throw new FunctionFailure("failed to expand ~: cannot expand user-specific home dir");
    }
    try {
      return context.files().home() + path.substring(1);
    } catch (FileAccess.Unreadable e) {
      throw new FunctionFailure(0, e.reason());
    }
  }

  private static String base(String path) {
    String end = withoutTrailing(path);
    if (end.isEmpty()) {
      return path.isEmpty() ? "." : "/";
    }
    return end.substring(end.lastIndexOf('/') + 1);
  }

  private static String withoutTrailing(String path) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end);
  }

  private static String directory(String path) {
    int slash = path.lastIndexOf('/');
    return Globs.clean(slash < 0 ? "" : path.substring(0, slash + 1));
  }

  private static Function exists() {
    return Function.named("fileexists")
        .with("path", Types.STRING)
        .gives(Types.BOOL)
        .does(
            (a, type, context) -> {
              String path = a.get(0).asText();
              try {
                return switch (context.files().kind(expanded(path, context))) {
                  case FILE -> Value.of(true);
                  case NONE -> Value.of(false);
                  case DIRECTORY ->
                      throw new FunctionFailure(
                          GoQuote.quote(path) + " is a directory, not a file");
                  case OTHER ->
                      throw new FunctionFailure(GoQuote.quote(path) + " is not a regular file");
                };
              } catch (FileAccess.Unreadable e) {
                throw new FunctionFailure(0, e.reason());
              }
            });
  }

  private static Function fileSet() {
    return Function.named("fileset")
        .with("path", Types.STRING)
        .with("pattern", Types.STRING)
        .gives(Type.set(Types.STRING))
        .does(
            (a, type, context) -> {
              Globs glob = Globs.compile(Globs.clean(a.get(1).asText()));
              List<Value> matching = new ArrayList<>();
              try {
                for (String file : context.files().filesBelow(a.get(0).asText())) {
                  if (glob.matches(file)) {
                    matching.add(Value.of(file));
                  }
                }
              } catch (FileAccess.Unreadable e) {
                throw new FunctionFailure(0, e.reason());
              }
              return SetValue.of(Types.STRING, matching);
            });
  }
}
