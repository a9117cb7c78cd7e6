package io.sluice.cli.local;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How this program is started once more, in a process of its own. */
public final class JavaProcess {
  private static final String MAIN = "io.sluice.cli.Sluice";

  /** A host without memory serves no one, yet would keep the lock. */
  private static final String ENDS_WITHOUT_MEMORY = "-XX:+ExitOnOutOfMemoryError";

  private JavaProcess() {}

  /** The same Java, the same class path and flags, other arguments. */
  public static List<String> command(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (isKept(flag)) {
        command.add(flag);
      }
    }
    if (!command.contains(ENDS_WITHOUT_MEMORY)) {
      command.add(ENDS_WITHOUT_MEMORY);
    }
    command.add("-cp");
    command.add(absolute(System.getProperty("java.class.path", "")));
    command.add(MAIN);
    command.addAll(arguments);
    return command;
  }

  /**
   * In a session of its own where the system can do that: no Ctrl-C of this terminal reaches it.
   */
  static List<String> inOwnSession(List<String> command) {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      Path setsid = Path.of(folder.isEmpty() ? "." : folder, "setsid");
      if (Files.isExecutable(setsid)) {
        return prefixed(List.of(setsid.toString()), command);
      }
      Path perl = Path.of(folder.isEmpty() ? "." : folder, "perl");
      if (Files.isExecutable(perl)) {
        return prefixed(
            List.of(perl.toString(), "-e", "use POSIX; POSIX::setsid(); exec @ARGV or die $!"),
            command);
      }
    }
    return command;
  }

  /** The process may work in another directory than this one. */
  private static String absolute(String classPath) {
    return Stream.of(classPath.split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static List<String> prefixed(List<String> prefix, List<String> command) {
    List<String> all = new ArrayList<>(prefix);
    all.addAll(command);
    return all;
  }

  /** The launcher has a short command's code compiled lightly; what stays deserves better. */
  private static boolean isOfShortCommand(String flag) {
    return flag.startsWith("-XX:TieredStopAtLevel")
        && System.getProperty("sluice.launcher") != null;
  }

  private static boolean isKept(String flag) {
    return !flag.startsWith("-XX:AOTCacheOutput")
        && !flag.startsWith("-XX:AOTMode=record")
        && !flag.startsWith("-XX:ArchiveClassesAtExit")
        && !isOfShortCommand(flag)
        && !flag.startsWith("-agentlib:jdwp")
        && !flag.startsWith("-javaagent");
  }
}
