package io.sluice.worker.secret;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.message.Task;
import io.sluice.model.record.HiddenId;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * The identity of an object.
 *
 * @param id for its provider alone
 * @param shown for everyone else
 * @param secrets what of the id must be shown to no one; empty where the id is no secret
 */
public record Identity(String id, String shown, Set<String> secrets) {
  public Identity {
    secrets = Set.copyOf(secrets);
  }

  public static Identity open(String id) {
    return new Identity(id, id, Set.of());
  }

  public static Identity hidden(String id, String shown, Collection<String> secrets) {
    Set<String> all = new TreeSet<>(secrets);
    all.add(id);
    return new Identity(id, shown, all);
  }

  /** Of the object that a task brings. */
  public static Identity of(Task task, Vault vault) {
    Task.Prior prior = task.prior();
    String shown = prior == null || prior.id() == null ? "" : prior.id();
    if (prior == null || !HiddenId.is(shown)) {
      return open(shown);
    }
    JsonNode sealed = HiddenId.sealed(prior.privateData());
    if (sealed == null) {
      throw new Vault.KeyUnavailable(
          "the id of "
              + task.address()
              + " is secret, and no record has it in clear: import the object again");
    }
    JsonNode clear = vault.open(task.workspace(), sealed);
    return hidden(HiddenId.id(clear), shown, HiddenId.secrets(clear));
  }

  /** Whether what is shown of an object may be that of this id, whichever key it was made with. */
  public static boolean isShown(String shown, String id, String workspace, Vault vault) {
    return shown.equals(id)
        || (HiddenId.is(shown)
            && vault.fingerprints(workspace, id).stream()
                .map(HiddenId::standIn)
                .anyMatch(shown::equals));
  }

  public boolean isHidden() {
    return !secrets.isEmpty();
  }

  /** Never the id that others must not see. */
  @Override
  public String toString() {
    return "Identity[" + shown + "]";
  }
}
