package io.sluice.provider;

import io.sluice.model.Address;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.workspace.Workspaces;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a call may know and use besides its arguments. There is no access to the environment here:
 * all values have been substituted before.
 *
 * @param token the same for every attempt of one operation; see the repeat classes
 * @param recovering an earlier attempt of this token may have happened: that alone permits no
 *     adoption
 * @param absent an earlier attempt of this token found nothing of that name before it wrote: what
 *     is there now and equals what was asked may be taken for its own
 * @param http shared; safe for many virtual threads
 * @param onWriting called right before the first writing request; see {@link #writing(boolean)}
 * @param workspaces what may be seen of the other workspaces of the deployment
 */
public record OperationContext(
    String workspace,
    Address address,
    RootDirectory root,
    String token,
    boolean recovering,
    boolean absent,
    Deadline deadline,
    Cancellation cancellation,
    HttpClient http,
    OperationLog log,
    Writing onWriting,
    Workspaces workspaces) {

  public OperationContext among(Workspaces others) {
    return changed(draft -> draft.workspaces = others);
  }

  /** Who has to know that a call is about to change something. */
  @FunctionalInterface
  public interface Writing {
    /** {@code absent} is null if nothing was looked up. */
    void begins(@Nullable Boolean absent) throws ProviderFailure, InterruptedException;
  }

  /**
   * To be called by types that announce their writes ({@link io.sluice.provider.schema.Announces}),
   * right before the first request of a call that may change something. A call that ends before
   * this has certainly changed nothing, whatever its failure says of doubt. More than once is
   * harmless.
   */
  public void writing() throws ProviderFailure, InterruptedException {
    onWriting.begins(null);
  }

  /**
   * The same for a create that has looked for the object by its name. Where the type can put no
   * mark into its objects, what was seen is durable when this returns: a later attempt of the same
   * token gets it as {@link #absent}.
   *
   * @param absent nothing of that name was there
   * @throws ProviderFailure when the call must not go on; nothing was done
   */
  public void writing(boolean absent) throws ProviderFailure, InterruptedException {
    onWriting.begins(absent);
  }

  /** What every object that can carry a tag gets, so that it can be found again. */
  public String tag() {
    return "sluice:" + workspace + "/" + address.text();
  }

  /** Waits, but no longer than the deadline; the failure says that nothing was lost by it. */
  public void pause(Duration time) throws InterruptedException, Stopped {
    Duration remaining = deadline.remaining();
    boolean enough = time.compareTo(remaining) <= 0;
    if (!cancellation.sleep(enough ? time : remaining)) {
      throw new Stopped("CANCELLED", "cancelled: " + cancellation.reason());
    }
    if (!enough) {
      throw new Stopped("TIMEOUT", "the time-out of the operation has passed");
    }
  }

  void requireSameRoot(TypeSchema schema, Prior prior) throws ProviderFailure {
    String made = prior.root();
    if (schema.rootBound() && made != null && !made.equals(root.id())) {
      throw ProviderFailure.user(
          "OTHER_ROOT",
          address
              + " belongs to the root directory with the id "
              + made
              + ", but this worker's root is "
              + root.path()
              + " with the id "
              + root.id()
              + ". Run a worker with the root that it was made under, or remove the resource from"
              + " state (sluice state rm) and create it again.");
    }
  }

  /** A wait came to an early end; the caller says what that means for its operation. */
  public static final class Stopped extends Exception {
    private static final long serialVersionUID = 1L;
    private final String code;

    Stopped(String code, String message) {
      super(message, null, false, false);
      this.code = code;
    }

    public String code() {
      return code;
    }

    /**
     * For an operation that did nothing but wait. A time-out would come again, so that is the
     * user's to change; what was cancelled may be tried again.
     */
    public ProviderFailure nothingDone() {
      String text = String.valueOf(getMessage());
      return code.equals("TIMEOUT")
          ? ProviderFailure.user(code, text)
          : ProviderFailure.notDone(code, text);
    }
  }

  /** Each value by its name. */
  public static OperationContext of(Consumer<Draft> values) {
    Draft draft = new Draft();
    values.accept(draft);
    return draft.built();
  }

  private OperationContext changed(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.built();
  }

  /** The values of a {@link OperationContext} by name; {@code of} refuses what is missing. */
  @SuppressWarnings("NullAway.Init") // built() refuses what is missing
  public static final class Draft {
    public String workspace;
    public Address address;
    public RootDirectory root;
    public String token;
    public boolean recovering;
    public boolean absent;
    public Deadline deadline;
    public Cancellation cancellation;
    public HttpClient http;
    public OperationLog log;
    public Writing onWriting = found -> {};
    public Workspaces workspaces = Workspaces.NONE;

    private Draft() {}

    private Draft(OperationContext from) {
      workspace = from.workspace;
      address = from.address;
      root = from.root;
      token = from.token;
      recovering = from.recovering;
      absent = from.absent;
      deadline = from.deadline;
      cancellation = from.cancellation;
      http = from.http;
      log = from.log;
      onWriting = from.onWriting;
      workspaces = from.workspaces;
    }

    private OperationContext built() {
      return new OperationContext(
          Objects.requireNonNull(workspace, "workspace"),
          Objects.requireNonNull(address, "address"),
          Objects.requireNonNull(root, "root"),
          Objects.requireNonNull(token, "token"),
          recovering,
          absent,
          Objects.requireNonNull(deadline, "deadline"),
          Objects.requireNonNull(cancellation, "cancellation"),
          Objects.requireNonNull(http, "http"),
          Objects.requireNonNull(log, "log"),
          onWriting,
          workspaces);
    }
  }
}
