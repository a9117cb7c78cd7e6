package io.sluice.stacks.load;

import io.sluice.language.config.ConfigurationFiles;
import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Module;
import io.sluice.language.config.check.StaticChecks;
import io.sluice.language.config.load.ConfigurationLoader;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Block;
import io.sluice.model.CallKind;
import io.sluice.stacks.check.StackChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Loads a stack with the modules of its components and the stacks that it embeds. */
public final class StackLoader {
  private final ConfigurationFiles files;
  private final Diagnostics diagnostics;

  /** What is wrong with the texts alone: then blocks are missing that references may mean. */
  private final Diagnostics texts = new Diagnostics();

  private final ConfigurationLoader modules;

  private StackLoader(ConfigurationFiles files, Diagnostics diagnostics) {
    this.files = files;
    this.diagnostics = diagnostics;
    this.modules = ConfigurationLoader.within(files, diagnostics, texts);
  }

  /** Whether the root directory is that of a stack. */
  public static boolean isStack(ConfigurationFiles files) {
    return StackFiles.COMPONENTS.areIn(files, ".");
  }

  /** Whether there is a stack or a configuration. */
  public static boolean hasFiles(ConfigurationFiles files) {
    return isStack(files) || ConfigurationLoader.hasFiles(files);
  }

  /** The stack or the configuration of a directory, checked as far as names go. */
  public static Optional<Module> root(ConfigurationFiles files, Diagnostics diagnostics) {
    return isStack(files)
        ? Optional.of(load(files, diagnostics))
        : ConfigurationLoader.load(files, diagnostics);
  }

  /** The stack of a directory. */
  public static Module load(ConfigurationFiles files, Diagnostics diagnostics) {
    StackLoader loader = new StackLoader(files, diagnostics);
    Module root = loader.stack(List.of(), ".", List.of("."));
    diagnostics.addAll(loader.texts);
    if (!loader.texts.hasErrors()) {
      if (ConfigurationLoader.hasFiles(files)) {
        diagnostics.error(
            "Stack and configuration in one directory",
            "The directory has files of a stack beside those of a configuration (*.tf). Move the"
                + " configuration into a directory of its own, and name that in a component.",
            null);
      }
      StackChecks.check(root, diagnostics);
      StaticChecks.check(root, diagnostics);
    }
    return root;
  }

  /**
   * The stack or the module of one directory without what it calls; nothing if there is no such
   * directory.
   *
   * @param path the calls that lead to it
   */
  public static Optional<Module> alone(
      ConfigurationFiles files, List<String> path, String directory, Diagnostics diagnostics) {
    boolean embedded = path.isEmpty() || CallKind.ofReference(path.getLast()) == CallKind.STACK;
    return embedded && StackFiles.COMPONENTS.areIn(files, directory)
        ? Optional.of(
            new StackReader(diagnostics)
                .read(
                    StackFiles.COMPONENTS.blocks(files, directory, StackSchemas.FILE, diagnostics),
                    path,
                    directory))
        : ConfigurationLoader.alone(files, path, directory, diagnostics);
  }

  private Module stack(List<String> path, String directory, List<String> directories) {
    List<Block> blocks = StackFiles.COMPONENTS.blocks(files, directory, StackSchemas.FILE, texts);
    Module stack = new StackReader(diagnostics).read(blocks, path, directory);
    if (stack.calls().isEmpty() && stack.removed().isEmpty() && !texts.hasErrors()) {
      diagnostics.error(
          "Empty stack",
          "A stack has at least one component or nested stack, and this one has none.",
          blocks.isEmpty() ? null : blocks.getFirst().headerRange());
    }
    for (ModuleCall call : stack.calls().values()) {
      Optional<Module> child =
          call.kind() == CallKind.STACK
              ? embedded(stack, call, directories)
              : modules.child(stack, call, directories);
      child.ifPresent(found -> stack.children().put(call.reference(), found));
    }
    return stack;
  }

  private Optional<Module> embedded(Module parent, ModuleCall call, List<String> directories) {
    String directory = modules.directory(parent, call, directories).orElse(null);
    if (directory == null) {
      return Optional.empty();
    }
    if (!StackFiles.COMPONENTS.areIn(files, directory)) {
      diagnostics.error(
          "No stack in directory",
          "The directory \"%s\" of stack \"%s\" has no *.tfcomponent.hcl and no *.tfstack.hcl."
              .formatted(directory, call.name()),
          call.sourceRange());
      return Optional.empty();
    }
    List<String> deeper = new ArrayList<>(directories);
    deeper.add(directory);
    return Optional.of(stack(ConfigurationLoader.path(parent, call), directory, deeper));
  }
}
