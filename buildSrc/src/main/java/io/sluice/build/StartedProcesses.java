package io.sluice.build;

import java.util.List;
import javax.inject.Inject;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.Internal;
import org.gradle.process.CommandLineArgumentProvider;

/** What tests need to start the program in processes of its own, as it is delivered: from jars. */
public abstract class StartedProcesses implements CommandLineArgumentProvider {
  @Inject
  public StartedProcesses() {}

  @Classpath
  public abstract ConfigurableFileCollection getJars();

  /** Makes starts cheaper, and nothing else: no reason to run a test again. */
  @Internal
  public abstract RegularFileProperty getArchive();

  @Override
  public Iterable<String> asArguments() {
    return List.of(
        "-Dsluice.test.jars=" + getJars().getAsPath(),
        "-Dsluice.test.archive=" + getArchive().get().getAsFile());
  }
}
