package io.sluice.install.lock;

import io.sluice.install.address.Version;
import io.sluice.install.address.VersionConstraints;
import io.sluice.install.archive.Placing;
import io.sluice.install.fault.InstallFault;
import io.sluice.install.hash.PackageHash;
import io.sluice.language.address.BadText;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Quoting;
import io.sluice.language.syntax.hcl.NativeParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code .terraform.lock.hcl}, byte for byte as {@code terraform init} writes it, so that both may
 * keep the same file.
 */
public final class LockFile {
  public static final String NAME = ".terraform.lock.hcl";

  private static final BodySchema FILE =
      BodySchema.builder().block("provider", "source").block("module", "path").build();
  private static final BodySchema PROVIDER =
      BodySchema.builder().required("version").optional("constraints", "hashes").build();

  private final Diagnostics diagnostics;
  private final SortedMap<ProviderSource, ProviderLock> locks = new TreeMap<>();

  private LockFile(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  /** Of a directory; without the file there are no locks. */
  public static DependencyLocks read(Path directory, Diagnostics diagnostics) {
    Path file = directory.resolve(NAME);
    if (Files.notExists(file)) {
      return DependencyLocks.NONE;
    }
    try {
      return parse(new SourceFile(NAME, Files.readAllBytes(file)), diagnostics);
    } catch (IOException e) {
      throw new InstallFault(
              "The lock file can't be read",
              "Reading " + file + " failed: " + e.getMessage() + ".",
              "Check its permissions.")
          .because(e);
    }
  }

  public static DependencyLocks parse(SourceFile source, Diagnostics diagnostics) {
    return new LockFile(diagnostics).locks(source);
  }

  private DependencyLocks locks(SourceFile source) {
    BodyContent content = NativeParser.file(source, diagnostics).content(FILE, diagnostics);
    content.blocks("provider").forEach(this::provider);
    content.blocks("module").stream()
        .findFirst()
        .ifPresent(
            block ->
                diagnostics.warning(
                    "Locks of modules have no effect",
                    "Only providers are locked; the block is left as it is.",
                    block.headerRange()));
    return new DependencyLocks(locks);
  }

  private void provider(Block block) {
    SourceRange where = block.labelRanges().getFirst();
    String label = block.labels().getFirst();
    ProviderSource source = read("provider source", label, where, ProviderSource::parse);
    BodyContent content = block.body().content(PROVIDER, diagnostics);
    Version version = version(content.attribute("version"));
    VersionConstraints constraints = constraints(content.attribute("constraints"));
    SortedSet<PackageHash> hashes = hashes(content.attribute("hashes"));
    if (source == null || !normalised("provider source", label, source, where) || version == null) {
      return;
    }
    if (source.isBuiltIn()) {
      diagnostics.error(
          "Invalid provider source",
          "%s is built in: it has no version that could be locked.".formatted(source),
          where);
      return;
    }
    ProviderLock lock = new ProviderLock(source, version, constraints, hashes);
    if (locks.putIfAbsent(source, lock) != null) {
      diagnostics.error(
          "Duplicate provider lock", "%s is locked twice in this file.".formatted(source), where);
    }
  }

  private @Nullable Version version(@Nullable Attribute attribute) {
    String text = text(attribute);
    if (attribute == null || text == null) {
      return null;
    }
    SourceRange where = attribute.expression().range();
    Version version = read("version", text, where, Version::parse);
    return version != null && normalised("version", text, version, where) ? version : null;
  }

  private VersionConstraints constraints(@Nullable Attribute attribute) {
    String text = text(attribute);
    if (attribute == null || text == null) {
      return VersionConstraints.NONE;
    }
    SourceRange where = attribute.expression().range();
    VersionConstraints read = read("constraints", text, where, VersionConstraints::parse);
    if (read == null) {
      return VersionConstraints.NONE;
    }
    normalised("constraints", text, read, where);
    return read;
  }

  private SortedSet<PackageHash> hashes(@Nullable Attribute attribute) {
    SortedSet<PackageHash> hashes = new TreeSet<>();
    if (attribute == null) {
      return hashes;
    }
    if (!(attribute.expression() instanceof Expression.TupleConstructor list)
        || list.elements().isEmpty()) {
      diagnostics.error(
          "Invalid provider hashes",
          "\"hashes\" is a list of at least one hash, or is left out.",
          attribute.expression().range());
      return hashes;
    }
    for (Expression element : list.elements()) {
      String text = text(element);
      PackageHash hash =
          text == null ? null : read("hash", text, element.range(), PackageHash::parse);
      if (hash != null) {
        hashes.add(hash);
      }
    }
    return hashes;
  }

  private @Nullable String text(@Nullable Attribute attribute) {
    return attribute == null ? null : text(attribute.expression());
  }

  private @Nullable String text(Expression expression) {
    String text =
        expression instanceof Expression.Template template ? template.literalText() : null;
    if (text == null && !(expression instanceof Expression.Missing)) {
      diagnostics.error(
          "Invalid lock file", "A string without references stands here.", expression.range());
    }
    return text;
  }

  private <T> @Nullable T read(
      String what, String text, SourceRange where, Function<String, T> reader) {
    try {
      return reader.apply(text);
    } catch (BadText e) {
      diagnostics.error("Invalid " + what + " in the lock file", sentence(e.reason()), where);
      return null;
    }
  }

  private boolean normalised(String what, String text, Object read, SourceRange where) {
    boolean same = read.toString().equals(text);
    if (!same) {
      diagnostics.error(
          "Invalid " + what + " in the lock file",
          "It has to be written in full and in normal form: \"%s\".".formatted(read),
          where);
    }
    return same;
  }

  private static String sentence(String reason) {
    return Character.toUpperCase(reason.charAt(0)) + reason.substring(1) + ".";
  }

  /** The whole file; nothing of an older one is taken over. */
  public static String text(DependencyLocks locks) {
    StringBuilder text =
        new StringBuilder(
            """
            # This file is maintained automatically by "terraform init".
            # Manual edits may be lost in future updates.
            """);
    locks.providers().values().forEach(lock -> append(text, lock));
    return text.toString();
  }

  private static void append(StringBuilder text, ProviderLock lock) {
    String version = Quoting.quote(lock.version().toString());
    text.append("\nprovider ").append(Quoting.quote(lock.source().toString())).append(" {\n");
    if (lock.constraints().isEmpty()) {
      text.append("  version = ").append(version).append('\n');
    } else {
      text.append("  version     = ").append(version).append('\n');
      text.append("  constraints = ")
          .append(Quoting.quote(lock.constraints().toString()))
          .append('\n');
    }
    if (!lock.hashes().isEmpty()) {
      text.append("  hashes = [\n");
      lock.hashes()
          .forEach(
              hash -> text.append("    ").append(Quoting.quote(hash.toString())).append(",\n"));
      text.append("  ]\n");
    }
    text.append("}\n");
  }

  /** Replaces the file of a directory in one step. */
  public static void write(Path directory, DependencyLocks locks) {
    Path file = directory.resolve(NAME);
    try {
      Placing.write(file, text(locks).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new InstallFault(
              "The lock file can't be written",
              "Writing " + file + " failed: " + e.getMessage() + ".",
              "Check the permissions of the directory.")
          .because(e);
    }
  }
}
