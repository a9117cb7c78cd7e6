package io.sluice.language.instancing;

import io.sluice.language.expression.FileTemplates;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.FunctionContext;
import io.sluice.language.function.Moment;
import io.sluice.language.function.library.Functions;

/**
 * What all modules of one evaluation share.
 *
 * @param ofProviders the provider functions that modules may call
 * @param workingDirectory the value of {@code path.cwd}
 */
public record ModuleEnvironment(
    Phase phase,
    Functions functions,
    ModuleFunctions ofProviders,
    FunctionContext context,
    String workspace,
    String workingDirectory) {
  public static ModuleEnvironment of(
      Phase phase, FileAccess files, Moment moment, String workspace, String workingDirectory) {
    Functions functions = Functions.all();
    return new ModuleEnvironment(
        phase,
        functions,
        ModuleFunctions.NONE,
        FileTemplates.context(functions, files, moment),
        workspace,
        workingDirectory);
  }

  public ModuleEnvironment with(ModuleFunctions more) {
    return new ModuleEnvironment(phase, functions, more, context, workspace, workingDirectory);
  }
}
