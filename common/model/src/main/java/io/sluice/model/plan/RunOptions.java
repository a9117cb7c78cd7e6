package io.sluice.model.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the submitter chose. {@code parallelism} 0 means the deployment's default. */
public record RunOptions(
    int parallelism,
    OnFailure onFailure,
    List<String> targets,
    boolean refresh,
    Approval approval,
    @Nullable String approvedHash,
    boolean adoptWorkspace,
    boolean allowEmpty,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> excludes,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> replaces) {
  public static final RunOptions DEFAULT =
      new RunOptions(0, OnFailure.CONTINUE, List.of(), false, Approval.GIVEN, null, false, false);

  public RunOptions(
      int parallelism,
      OnFailure onFailure,
      List<String> targets,
      boolean refresh,
      Approval approval,
      @Nullable String approvedHash,
      boolean adoptWorkspace,
      boolean allowEmpty) {
    this(
        parallelism,
        onFailure,
        targets,
        refresh,
        approval,
        approvedHash,
        adoptWorkspace,
        allowEmpty,
        List.of(),
        List.of());
  }

  /** The same, approving the plan of that hash; null withdraws an approval. */
  public RunOptions approved(Approval other, @Nullable String hash) {
    return new RunOptions(
        parallelism,
        onFailure,
        targets,
        refresh,
        other,
        hash,
        adoptWorkspace,
        allowEmpty,
        excludes,
        replaces);
  }

  /** The same, read again before the plan or not. */
  public RunOptions refreshing(boolean other) {
    return new RunOptions(
        parallelism,
        onFailure,
        targets,
        other,
        approval,
        approvedHash,
        adoptWorkspace,
        allowEmpty,
        excludes,
        replaces);
  }

  public RunOptions {
    if (parallelism < 0) {
      throw new IllegalArgumentException("parallelism must not be negative");
    }
    excludes = excludes == null ? List.of() : List.copyOf(excludes);
    replaces = replaces == null ? List.of() : List.copyOf(replaces);
    onFailure = onFailure == null ? OnFailure.CONTINUE : onFailure;
    targets = targets == null ? List.of() : List.copyOf(targets);
    approval = approval == null ? Approval.GIVEN : approval;
  }

  /** The same, without a plan that was shown and has to be matched. */
  public RunOptions unapproved() {
    return approved(approval, null);
  }

  /** The same, where a person has to approve every plan. */
  public RunOptions awaitingApproval() {
    return approved(Approval.REQUIRED, null);
  }

  /** Only to look: what is read needs no approval, and may be nothing. */
  public RunOptions reading() {
    return new RunOptions(
        parallelism,
        onFailure,
        targets,
        refresh,
        Approval.GIVEN,
        null,
        adoptWorkspace,
        true,
        excludes,
        replaces);
  }

  /** The same for these alone. */
  public RunOptions targeting(List<String> others) {
    return new RunOptions(
        parallelism,
        onFailure,
        others,
        refresh,
        approval,
        approvedHash,
        adoptWorkspace,
        allowEmpty,
        excludes,
        replaces);
  }

  /** Whether nodes may leave as soon as the plan is accepted. */
  public enum Approval {
    @JsonProperty("given")
    GIVEN,
    @JsonProperty("required")
    REQUIRED
  }
}
