package io.sluice.install.module;

/** Hears which modules are fetched, as it happens. */
public interface ModuleProgress {
  /** Ignores all progress. */
  ModuleProgress NONE = new ModuleProgress() {};

  /**
   * A package is on its way, which may take long.
   *
   * @param version or empty
   */
  default void fetching(String call, String source, String version) {}

  /** A module is there. */
  default void installed(Installed installed) {}

  /**
   * @param call the names of the calls that lead to it, with dots between them
   * @param version or empty
   * @param fresh whether it was fetched now
   */
  record Installed(String call, String source, String version, String directory, boolean fresh) {}
}
