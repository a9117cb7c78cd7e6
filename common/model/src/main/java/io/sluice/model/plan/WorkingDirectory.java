package io.sluice.model.plan;

import org.jspecify.annotations.Nullable;

/**
 * Where the relative paths of a configuration begin.
 *
 * @param path the directory that was planned, on the submitter's machine
 * @param files the hash of the files that go with the run; null if the configuration has no
 *     relative paths that a provider would follow
 */
public record WorkingDirectory(String path, @Nullable String files) {
  public static WorkingDirectory of(String path) {
    return new WorkingDirectory(path, null);
  }
}
