package io.sluice.worker.files;

import io.sluice.model.plan.PluginWork;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Chooses where a task's provider runs. The worker of a local deployment is where people plan, so a
 * call with relative paths is made in their directory, as they would see it with Terraform. Any
 * other worker lays out what came with the run. Where relative paths play no part, the worker's
 * root does for all: then they share processes.
 *
 * @param root where paths start that nothing is known of
 * @param layouts empty on a local deployment
 */
public record Workplaces(Path root, Optional<Layouts> layouts) implements AutoCloseable {
  /** Of a local deployment. */
  public static Workplaces here(Path root) {
    return new Workplaces(root, Optional.empty());
  }

  /** What came of looking for one. */
  public sealed interface Found {
    record Ready(Workplace place) implements Found {}

    /** Nothing was done; {@code reason} is a sentence. */
    record Missing(String reason) implements Found {}
  }

  public Found find(PluginWork work, String workspace, String run) {
    String files = work.files();
    if (layouts.isEmpty() || files == null) {
      return new Found.Ready(Workplace.standing(standing(work), root));
    }
    return layouts.get().find(new Layouts.Wanted(workspace, run, files));
  }

  /** For what is not called with values of its own. */
  public Path standing(PluginWork work) {
    return layouts.isEmpty() ? submitted(work).orElse(root) : root;
  }

  /** The directory that was planned, if it may be on this machine. */
  public Optional<Path> submitted(PluginWork work) {
    return Optional.ofNullable(work.directory()).map(Path::of).filter(Files::isDirectory);
  }

  @Override
  public void close() {
    layouts.ifPresent(Layouts::close);
  }
}
