package io.sluice.worker.secret;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.seal.Keyring;
import io.sluice.seal.SealFailure;
import io.sluice.seal.Sealer;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The worker's keyring as a vault: one data key a run, the latest runs' kept. */
public final class SealedVault implements Vault {
  private static final int REMEMBERED_RUNS = 256;

  private final Keyring keyring;
  private final Sealer opener;
  private final Map<String, Sealer> sealers =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Sealer> eldest) {
          return size() > REMEMBERED_RUNS;
        }
      };

  public SealedVault(Keyring keyring) {
    this.keyring = keyring;
    this.opener = keyring.opener();
  }

  @Override
  public JsonNode open(String workspace, JsonNode tree) {
    try {
      return opener.openAll(workspace, tree);
    } catch (SealFailure e) {
      throw new KeyUnavailable(e.reason());
    }
  }

  @Override
  public Set<String> parts(String workspace, JsonNode tree) {
    try {
      return opener.parts(workspace, tree);
    } catch (SealFailure e) {
      throw new KeyUnavailable(e.reason());
    }
  }

  @Override
  public List<String> fingerprints(String workspace, String text) {
    return keyring.fingerprints(workspace, text);
  }

  @Override
  public boolean holdsSealed(JsonNode tree) {
    return Sealer.holdsSealed(tree);
  }

  @Override
  public JsonNode seal(
      String workspace,
      String run,
      String base,
      JsonNode tree,
      Collection<String> pointers,
      Set<String> secrets) {
    Sealer sealer;
    synchronized (sealers) {
      sealer = sealers.computeIfAbsent(run, none -> keyring.sealer());
    }
    return sealer.knowing(secrets).sealPaths(workspace, base, tree, pointers);
  }
}
