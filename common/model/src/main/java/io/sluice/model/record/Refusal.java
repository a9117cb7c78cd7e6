package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.sluice.model.Address;
import io.sluice.model.limit.Limits;
import java.util.List;

/** Why a run was refused, for programs. The sentences for people are in {@code reasons}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind", defaultImpl = Refusal.Other.class)
@JsonSubTypes({
  @Type(value = Refusal.HeldBy.class, name = "heldBy"),
  @Type(value = Refusal.VersionMoved.class, name = "versionMoved"),
  @Type(value = Refusal.AppearedSince.class, name = "appearedSince"),
  @Type(value = Refusal.OtherRoot.class, name = "otherRoot"),
  @Type(value = Refusal.PlanDiffers.class, name = "planDiffers"),
  @Type(value = Refusal.Other.class, name = "other")
})
public sealed interface Refusal {
  /**
   * Another run holds what this one would change.
   *
   * @param what of the addresses that would change, the first; none for the whole workspace
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record HeldBy(String run, List<Address> what) implements Refusal {
    public HeldBy {
      what = what == null ? List.of() : first(what);
    }
  }

  /** The record has another version than the one that the change is based on; 0 means none. */
  record VersionMoved(Address at, long expected, long found) implements Refusal {}

  /** A record that was not there when the change was made. */
  record AppearedSince(Address at) implements Refusal {}

  /** The workspace belongs to another root module than the one that the run is of. */
  record OtherRoot(String owner, String asked) implements Refusal {}

  /**
   * The plan that was drawn under the claim is not the one that was approved.
   *
   * @param changes of the addresses that it would change, the first
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record PlanDiffers(String hash, String approved, List<Address> changes) implements Refusal {
    public PlanDiffers {
      changes = changes == null ? List.of() : first(changes);
    }
  }

  /** A kind of refusal that only newer builds know. */
  record Other() implements Refusal {}

  /** As many as there are reasons. */
  static <T> List<T> first(List<T> all) {
    int most = Limits.STANDARD.counts().reasons();
    return List.copyOf(all.size() > most ? all.subList(0, most) : all);
  }
}
