package io.sluice.model.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a worker needs, besides a configuration, to carry out a node with a real provider, which is
 * a program of its own.
 *
 * @param source the provider's address, such as {@code registry.terraform.io/hashicorp/aws}
 * @param version the version that was chosen
 * @param hashes a package is this one if it has any of these
 * @param directory where the provider's relative paths start, if the submitter's files are to be
 *     found there; null for none
 * @param planned what the provider planned, sealed whole; null for what is not planned
 * @param recover how to find a new object whose creation is in doubt: its import id, or a {@link
 *     DataLookup}, unsubstituted. Null if its block does not say
 * @param passing which refusals the block says are worth another try; null where it does not say
 * @param files the hash of the run's files ({@link io.sluice.model.file.FileManifest}), which are
 *     laid out where {@code directory} is not; null where relative paths play no part
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PluginWork(
    String source,
    String version,
    List<String> hashes,
    @Nullable String directory,
    @Nullable JsonNode planned,
    @Nullable JsonNode recover,
    @Nullable PassingRefusals passing,
    @Nullable String files) {
  /** Providers have time-outs of their own, of up to hours; this is only the last resort. */
  public static final Duration LONGEST_CALL = Duration.ofDays(1);

  public PluginWork {
    hashes = hashes == null ? List.of() : List.copyOf(hashes);
  }

  public PluginWork(
      String source,
      String version,
      List<String> hashes,
      @Nullable String directory,
      @Nullable JsonNode planned) {
    this(source, version, hashes, directory, planned, null, null, null);
  }

  public PluginWork in(@Nullable WorkingDirectory other) {
    return new PluginWork(
        source,
        version,
        hashes,
        other == null ? null : other.path(),
        planned,
        recover,
        passing,
        other == null ? null : other.files());
  }

  /** Where the relative paths of its configuration begin; null for nowhere. */
  public @Nullable WorkingDirectory place() {
    return directory == null ? null : new WorkingDirectory(directory, files);
  }

  public PluginWork withPlanned(@Nullable JsonNode other) {
    return new PluginWork(source, version, hashes, directory, other, recover, passing, files);
  }

  /** The same with what its block says about doubt and refusals. */
  public PluginWork treated(@Nullable JsonNode lookup, @Nullable PassingRefusals refusals) {
    return new PluginWork(source, version, hashes, directory, planned, lookup, refusals, files);
  }
}
