package io.sluice.language.config.load;

import io.sluice.language.config.Declarations.RequiredProvider;
import io.sluice.language.config.LanguageVersion;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the {@code terraform} blocks of one module; most of what they say may be said once. */
final class TerraformBlocks {
  private static final String EDITION = "TF2021";

  private final BlockReader blocks;
  private final Diagnostics diagnostics;
  private final Map<String, SourceRange> metas = new HashMap<>();
  private @Nullable SourceRange backend;
  private @Nullable SourceRange cloud;
  private boolean contradictory;

  TerraformBlocks(BlockReader blocks, Diagnostics diagnostics) {
    this.blocks = blocks;
    this.diagnostics = diagnostics;
  }

  void add(Block block, Map<String, RequiredProvider> required) {
    BodyContent content = block.body().content(Schemas.TERRAFORM, diagnostics);
    edition(Reading.expression(content, "language"));
    Attribute experiments = content.attribute("experiments");
    if (experiments != null) {
      diagnostics.error(
          "Module uses experimental features",
          "The experiments of Terraform are for its alpha releases alone, and Sluice has none.",
          experiments.nameRange());
    }
    for (Block inner : content.blocks()) {
      switch (inner.type()) {
        case "required_providers" -> blocks.requiredProviders(inner, required);
        case "backend" -> backend(inner);
        case "cloud" -> cloud(inner);
        default -> meta(inner);
      }
    }
  }

  private void edition(@Nullable Expression said) {
    if (said == null || said instanceof Expression.Missing) {
      return;
    }
    String keyword =
        said instanceof Expression.ScopeTraversal(Traversal traversal)
                && traversal.steps().isEmpty()
            ? traversal.root()
            : null;
    if (keyword == null) {
      diagnostics.error(
          "Invalid language edition",
          "The argument \"language\" takes a bare keyword. There is one edition of the language, %s."
              .formatted(EDITION),
          said.range());
    } else if (!keyword.equals(EDITION)) {
      diagnostics.error(
          "Unsupported language edition",
          "Sluice reads the language of Terraform %s, which has one edition, %s."
              .formatted(LanguageVersion.TERRAFORM, EDITION),
          said.range());
    }
  }

  private void backend(Block block) {
    SourceRange before = backend;
    if (before == null) {
      backend = block.headerRange();
      hasNoEffect(block);
    } else {
      diagnostics.error(
          "Duplicate backend configuration",
          "A module may have only one backend configuration. The backend was previously configured"
              + " at %s.".formatted(before),
          block.headerRange());
    }
    contradiction();
  }

  private void cloud(Block block) {
    SourceRange before = cloud;
    if (before == null) {
      cloud = block.headerRange();
      hasNoEffect(block);
    } else {
      diagnostics.error(
          "Duplicate HCP Terraform configurations",
          "A module may have only one \"cloud\" block. It was previously configured at %s."
              .formatted(before),
          block.headerRange());
    }
    contradiction();
  }

  private void contradiction() {
    SourceRange ofBackend = backend;
    SourceRange ofCloud = cloud;
    if (ofBackend != null && ofCloud != null && !contradictory) {
      contradictory = true;
      diagnostics.error(
          "Both a backend and cloud configuration are present",
          "A module may declare either one \"cloud\" block or one \"backend\" block. The \"cloud\""
              + " block is at %s. Sluice needs neither.".formatted(ofCloud),
          ofBackend);
    }
  }

  private void hasNoEffect(Block block) {
    diagnostics.warning(
        "State is kept by Sluice",
        "The \"%s\" block has no effect: the state service keeps state.".formatted(block.type()),
        block.headerRange());
  }

  /** What a provider is told of the module: nobody reads it, and it must be constant. */
  private void meta(Block block) {
    String provider = block.labels().getFirst();
    SourceRange before = metas.putIfAbsent(provider, block.headerRange());
    if (before != null) {
      diagnostics.error(
          "Duplicate provider_meta block",
          "A provider_meta block for provider \"%s\" was already declared at %s."
              .formatted(provider, before),
          block.headerRange());
    }
    for (Attribute attribute : block.body().justAttributes(diagnostics).values()) {
      blocks.rejectVariables(attribute.expression());
    }
  }
}
