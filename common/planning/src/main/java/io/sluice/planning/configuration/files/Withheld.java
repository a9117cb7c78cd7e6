package io.sluice.planning.configuration.files;

import java.util.Set;

/** Files that never leave the submitter's machine, whatever names them. */
public final class Withheld {
  private static final Set<String> DIRECTORIES = Set.of(".terraform", ".sluice", ".git");

  private Withheld() {}

  /**
   * @param path relative, with slashes
   */
  static boolean isWithheld(String path) {
    String[] steps = path.split("/", -1);
    for (String step : steps) {
      if (DIRECTORIES.contains(step)) {
        return true;
      }
    }
    return isSecret(steps[steps.length - 1]);
  }

  private static boolean isSecret(String name) {
    return name.equals(".env")
        || name.startsWith(".env.")
        || name.endsWith(".env")
        || name.endsWith(".tfstate")
        || name.contains(".tfstate.")
        || isOfVariables(name);
  }

  /** A file of values, which travel with the run by themselves, sealed where they are secret. */
  public static boolean isOfVariables(String name) {
    return name.endsWith(".tfvars")
        || name.endsWith(".tfvars.json")
        || name.endsWith(".tfvars.yaml")
        || name.endsWith(".tfvars.yml");
  }

  static boolean isHidden(String name) {
    return name.startsWith(".") && !name.equals(".") && !name.equals("..");
  }
}
