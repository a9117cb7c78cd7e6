package io.sluice.build;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.inject.Inject;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.FileSystemOperations;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.InputDirectory;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;
import org.gradle.process.ExecOperations;

/** Makes Java of .proto files, with the protoc that Maven Central has for this machine. */
@CacheableTask
public abstract class CompileProto extends DefaultTask {
  @InputDirectory
  @PathSensitive(PathSensitivity.RELATIVE)
  public abstract DirectoryProperty getProtos();

  /** The one executable. */
  @Classpath
  public abstract ConfigurableFileCollection getCompiler();

  @OutputDirectory
  public abstract DirectoryProperty getGenerated();

  @Inject
  protected abstract ExecOperations getPrograms();

  @Inject
  protected abstract FileSystemOperations getFiles();

  /** The classifier of executables for this machine, as protoc's are named. */
  public static String platform() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    String kernel = system.contains("mac") ? "osx" : system.contains("linux") ? "linux" : "";
    boolean arm = machine.equals("aarch64") || machine.equals("arm64");
    if (kernel.isEmpty() || !(arm || machine.equals("amd64") || machine.equals("x86_64"))) {
      throw new GradleException(
          "There is no protoc for " + system + " on " + machine + "; Linux and macOS have one.");
    }
    return kernel + (arm ? "-aarch_64" : "-x86_64");
  }

  @TaskAction
  public void compile() {
    File compiler = new File(getTemporaryDir(), "protoc");
    File source = getCompiler().getSingleFile();
    getFiles()
        .copy(
            copy -> {
              copy.from(source);
              copy.into(getTemporaryDir());
              copy.rename(name -> "protoc");
            });
    if (!compiler.setExecutable(true)) {
      throw new GradleException("Could not make " + compiler + " executable.");
    }
    getFiles().delete(delete -> delete.delete(getGenerated()));
    File generated = getGenerated().get().getAsFile();
    if (!generated.mkdirs()) {
      throw new GradleException("Could not make " + generated + ".");
    }
    File protos = getProtos().get().getAsFile();
    List<String> command = new ArrayList<>();
    command.add(compiler.getPath());
    command.add("--proto_path=" + protos);
    command.add("--java_out=" + generated);
    getProtos().getAsFileTree().getFiles().stream().map(File::getPath).sorted().forEach(command::add);
    getPrograms().exec(run -> run.commandLine(command));
  }
}
