package io.sluice.language.config.load;

import io.sluice.language.config.LanguageVersion;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.BodySchema;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks {@code required_version}. Modules often ask for a Terraform newer than {@link
 * LanguageVersion} without need, so that is a warning; the use of a newer feature that Sluice does
 * not know is a fault where it stands.
 */
final class RequiredVersion {
  private static final Pattern AT_LEAST =
      Pattern.compile("\\s*(>=|>|~>|=|)\\s*v?(\\d+)(?:\\.(\\d+))?(?:\\.(\\d+))?.*");

  private final Reading reading;

  RequiredVersion(Reading reading) {
    this.reading = reading;
  }

  void check(List<Block> blocks, Diagnostics diagnostics) {
    for (Block block : blocks) {
      if (block.type().equals("terraform")) {
        BodyContent content = block.body().content(Schemas.TERRAFORM, new Diagnostics());
        String constraint = reading.string(content, "required_version");
        if (isNewer(constraint)) {
          diagnostics.warning(
              "Newer version of Terraform required",
              "The module asks for Terraform %s. Sluice reads the language of Terraform %s. %s"
                  .formatted(constraint, LanguageVersion.TERRAFORM, used(blocks)),
              block.headerRange());
        }
      }
    }
  }

  /** Whether the constraint excludes every version up to ours. */
  static boolean isNewer(String constraint) {
    for (String part : constraint.split(",")) {
      Matcher matcher = AT_LEAST.matcher(part);
      if (!part.isBlank() && matcher.matches()) {
        int order =
            LanguageVersion.compare(number(matcher, 2), number(matcher, 3), number(matcher, 4));
        boolean isAbove = matcher.group(1).equals(">");
        if (order > 0 || (order == 0 && isAbove)) {
          return true;
        }
      }
    }
    return false;
  }

  private static int number(Matcher matcher, int group) {
    String digits = matcher.group(group);
    return digits == null ? 0 : Integer.parseInt(digits.substring(0, Math.min(9, digits.length())));
  }

  private static String used(List<Block> blocks) {
    TreeSet<String> newer = new TreeSet<>();
    for (Block block : blocks) {
      switch (block.type()) {
        case "import" -> {
          if (has(block, Schemas.IMPORT, "identity")) {
            newer.add("import by identity (1.12)");
          }
        }
        case "variable" -> {
          if (has(block, Schemas.VARIABLE, "deprecated")) {
            newer.add("deprecated variables (1.15)");
          }
        }
        case "output" -> {
          if (has(block, Schemas.OUTPUT, "deprecated")) {
            newer.add("deprecated outputs (1.15)");
          }
        }
        default -> {}
      }
    }
    return newer.isEmpty()
        ? "The module uses nothing newer that Sluice knows of."
        : "Sluice supports what the module uses of newer versions: "
            + String.join(", ", newer)
            + ".";
  }

  private static boolean has(Block block, BodySchema schema, String attribute) {
    return Reading.expression(block.body().content(schema, new Diagnostics()), attribute) != null;
  }
}
