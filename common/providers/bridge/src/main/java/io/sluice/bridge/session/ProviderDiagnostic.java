package io.sluice.bridge.session;

import io.sluice.bridge.rules.Fault;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.source.Severity;
import java.util.List;

/**
 * What a provider, or the rules that it broke, has to say.
 *
 * @param path the attribute that it is about, the root where it is about none; it may lead nowhere
 */
public record ProviderDiagnostic(Severity severity, String summary, String detail, ValuePath path) {

  static List<ProviderDiagnostic> of(List<Wire.Diagnostic> list) {
    return list.stream().map(ProviderDiagnostic::of).toList();
  }

  private static ProviderDiagnostic of(Wire.Diagnostic diagnostic) {
    return new ProviderDiagnostic(
        diagnostic.getSeverity() == Wire.Diagnostic.Severity.WARNING
            ? Severity.WARNING
            : Severity.ERROR,
        diagnostic.getSummary(),
        diagnostic.getDetail(),
        path(diagnostic.getAttribute()));
  }

  static ValuePath path(Wire.AttributePath path) {
    ValuePath steps = ValuePath.ROOT;
    for (Wire.AttributePath.Step step : path.getStepsList()) {
      steps =
          switch (step.getSelectorCase()) {
            case ATTRIBUTE_NAME -> steps.name(step.getAttributeName());
            case ELEMENT_KEY_STRING -> steps.key(step.getElementKeyString());
            case ELEMENT_KEY_INT -> steps.index(step.getElementKeyInt());
            case SELECTOR_NOT_SET -> steps;
          };
    }
    return steps;
  }

  public static ProviderDiagnostic error(String summary, String detail) {
    return new ProviderDiagnostic(Severity.ERROR, summary, detail, ValuePath.ROOT);
  }

  static ProviderDiagnostic error(String summary, Fault fault) {
    return new ProviderDiagnostic(
        Severity.ERROR,
        summary,
        fault.text() + ". This is a fault of the provider and should be reported to its authors.",
        fault.path());
  }

  static List<ProviderDiagnostic> errors(String summary, List<Fault> faults) {
    return faults.stream().map(fault -> error(summary, fault)).toList();
  }

  public static boolean hasErrors(List<ProviderDiagnostic> diagnostics) {
    return diagnostics.stream().anyMatch(each -> each.severity() == Severity.ERROR);
  }

  /** All of it in one text, with the attribute that it is about. */
  public String sentence() {
    String where = path.isRoot() ? "" : " (at " + path + ")";
    return detail.isBlank() ? summary + where : summary + where + ": " + detail;
  }
}
