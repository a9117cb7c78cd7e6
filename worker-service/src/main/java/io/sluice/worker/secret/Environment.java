package io.sluice.worker.secret;

import io.sluice.language.substitution.Variables;
import io.sluice.provider.secret.SecretSource;
import io.sluice.provider.secret.Secrets;
import io.sluice.providers.secret.EnvironmentSecrets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What {@code ${VAR}} may refer to in this worker. Values never leave it in clear. */
public record Environment(SecretSource secrets, String worker, Instant since) implements Variables {

  /** With nothing but the variables of the process, as they were when it started. */
  public Environment(Map<String, String> variables, String worker, Instant since) {
    this(new EnvironmentSecrets().open(variables), worker, since);
  }

  @Override
  public Optional<String> lookup(String name) {
    if (Secrets.isOwn(name)) {
      return Optional.empty();
    }
    try {
      return secrets.read(name);
    } catch (SecretSource.Unavailable e) {
      throw new SourceUnavailable("${" + name + "}: " + e.getMessage());
    }
  }

  /** The message about a variable that is missing: which process lacks it, and what to do. */
  public String lacks(String name) {
    if (Secrets.isOwn(name)) {
      return "configurations cannot read Sluice's own settings; give the variable another name";
    }
    return "worker "
        + worker
        + ", running since "
        + since
        + ", has no "
        + name
        + " in "
        + secrets.describe()
        + ": set it where that worker is started, start it again, then apply again";
  }

  /** A source can't be asked now: nothing was done, and it may answer later. */
  public static final class SourceUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SourceUnavailable(String message) {
      super(message, null, false, false);
    }
  }
}
