package io.sluice.language.function;

/**
 * What a call may use besides its arguments.
 *
 * @param depth how many template functions are being called around this one
 */
public record FunctionContext(
    FileAccess files, Moment moment, TemplateRenderer templates, int depth) {

  public FunctionContext deeper() {
    return new FunctionContext(files, moment, templates, depth + 1);
  }
}
