package io.sluice.language.function;

import io.sluice.language.value.Value;
import java.util.Map;

/** Evaluates a text as a template; passed in, since functions know no syntax. */
@FunctionalInterface
public interface TemplateRenderer {
  /**
   * @param name where the text comes from, for messages
   * @param caller the context of the call that wants it
   */
  Value render(String name, String text, Map<String, Value> variables, FunctionContext caller)
      throws FunctionFailure;
}
