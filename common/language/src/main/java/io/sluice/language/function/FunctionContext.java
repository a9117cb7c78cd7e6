package io.sluice.language.function;

/**
 * What a call may use besides its arguments.
 *
 * @param depth how many template functions are being called around this one
 * @param budget what the evaluation may still use up
 */
public record FunctionContext(
    FileAccess files, Moment moment, TemplateRenderer templates, int depth, Budget budget) {

  /** The context of what a template function evaluates. */
  public FunctionContext inside(TemplateRenderer renderer) {
    return new FunctionContext(files, moment, renderer, depth + 1, budget);
  }

  /** The same with another budget: an evaluation of its own. */
  public FunctionContext with(Budget fresh) {
    return new FunctionContext(files, moment, templates, depth, fresh);
  }
}
