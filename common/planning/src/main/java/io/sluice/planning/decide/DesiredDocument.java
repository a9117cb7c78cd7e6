package io.sluice.planning.decide;

import io.sluice.model.Address;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.planning.document.CheckedDocument;
import io.sluice.planning.document.Resource;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** A plan document as what is wanted. */
public final class DesiredDocument implements DesiredState {
  private final CheckedDocument document;
  private final Set<Address> kept;

  public DesiredDocument(CheckedDocument document) {
    this.document = document;
    this.kept =
        document.resources().stream()
            .filter(resource -> resource.settings().lifecycle().preventDestroy())
            .map(Resource::address)
            .collect(Collectors.toSet());
  }

  public CheckedDocument document() {
    return document;
  }

  @Override
  public void decide(DecisionMaker deciding) {
    throw new IllegalStateException("documents are decided about with their references");
  }

  @Override
  public SortedMap<String, ProviderBlock> providers() {
    return document.providers();
  }

  @Override
  public boolean protects(Address address) {
    return kept.contains(address);
  }
}
