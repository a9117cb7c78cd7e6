package io.sluice.language.config;

import io.sluice.language.expression.type.TypeConstraint;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import io.sluice.model.CallKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The declarations of a module that are more than a name and less than a file of their own. */
public final class Declarations {
  private Declarations() {}

  /**
   * @param takesText a value from the command line or the environment is text as it stands; for
   *     other types it is an expression
   */
  public record Variable(
      String name,
      TypeConstraint type,
      boolean takesText,
      @Nullable Expression defaultValue,
      String description,
      boolean sensitive,
      boolean nullable,
      boolean ephemeral,
      List<CheckRule> validations,
      SourceRange range) {}

  public record Local(String name, Expression value, SourceRange range) {}

  /**
   * @param type what the value is made; any for an output of a module
   */
  public record Output(
      String name,
      TypeConstraint type,
      @Nullable Expression value,
      String description,
      boolean sensitive,
      boolean ephemeral,
      List<Traversal> dependsOn,
      List<CheckRule> preconditions,
      SourceRange range) {}

  /**
   * @param version the constraints on it, or empty
   * @param providers the configurations that are handed over, by what they are called inside
   */
  public record ModuleCall(
      CallKind kind,
      String name,
      String source,
      String version,
      Repetition repetition,
      Body arguments,
      Map<String, HandedProvider> providers,
      List<Traversal> dependsOn,
      SourceRange sourceRange,
      SourceRange range) {
    /** {@code module.net}: as references and addresses begin. */
    public String reference() {
      return kind.reference(name);
    }
  }

  /**
   * A configuration of a provider that a call hands over.
   *
   * @param configuration {@code aws.west}
   * @param key which of its instances, where it has {@code for_each}; null where it has none
   */
  public record HandedProvider(Traversal configuration, @Nullable Expression key) {}

  /**
   * An entry of {@code required_providers}.
   *
   * @param source as written, or the name where it is left out
   * @param version the constraints on it, or empty
   */
  public record RequiredProvider(String name, String source, String version, SourceRange range) {}

  /**
   * @param version the constraints on it, or empty: what {@code required_providers} took over from
   *     it
   * @param repetition several configurations with keys come of one block of a stack
   */
  public record ProviderConfiguration(
      String name,
      @Nullable String alias,
      String version,
      Repetition repetition,
      Body body,
      SourceRange range) {
    /** As {@code provider = …} names it. */
    public String reference() {
      return alias == null ? name : name + "." + alias;
    }
  }

  /** {@code step "runner" "name"}: work done in every apply and never kept. */
  public record Step(
      String runner,
      String name,
      Repetition repetition,
      List<Traversal> dependsOn,
      @Nullable Body arguments,
      SourceRange range) {
    public String reference() {
      return "step." + runner + "." + name;
    }
  }

  public record Moved(Traversal from, Traversal to, SourceRange range) {}

  public record Removed(Traversal from, boolean destroy, SourceRange range) {}

  /**
   * What names the object is an id or an identity.
   *
   * @param id what names the object: a text, or the object of an identity
   */
  public record Import(
      Expression to,
      Expression id,
      boolean byIdentity,
      @Nullable Expression forEach,
      @Nullable Traversal provider,
      SourceRange range) {}

  public record Check(
      String name, @Nullable Resource data, List<CheckRule> assertions, SourceRange range) {}
}
