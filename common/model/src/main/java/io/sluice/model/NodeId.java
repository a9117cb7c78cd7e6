package io.sluice.model;

/**
 * The id of a node in a run: what it is about, and which of the nodes about it. Its text is the
 * subject's with a mark at the end, {@code type.name["a#b"]#delete}; what looks like a mark inside
 * a key is part of the key.
 *
 * @param index of several provisioners, all but the last; {@link #NONE} for everything else
 */
public record NodeId(Address subject, Role role, int index) {
  public static final int NONE = -1;

  /** What the questions before a plan are asked for. */
  public static final String PLAN = "plan";

  /** Which node of its subject it is. */
  public enum Role {
    MAIN(""),
    /** The half of a replace that takes the old object away. */
    DELETE("#delete"),
    /** It takes an object into state that the main node of the same address changes. */
    IMPORT("#import"),
    /**
     * A read that comes before the plan: what is said of it late can't be taken for what is said of
     * the node that changes the same address in the same run.
     */
    READ("#read"),
    /**
     * Questions to a provider. Its subject is no object: it names which batch of which wave it is.
     */
    WAVE("#wave"),
    PRECONDITION("#precondition"),
    POSTCONDITION("#postcondition"),
    PROVISIONER("#provisioner"),
    /** A command before the object of its subject is deleted. */
    DESTROY_PROVISIONER("#destroy-provisioner");

    private final String mark;

    Role(String mark) {
      this.mark = mark;
    }

    /** Whether it only looks: what is said of it late says nothing of an object. */
    public boolean looks() {
      return this == READ || this == WAVE;
    }

    /** Whether its subject may have several of them. */
    boolean isNumbered() {
      return this == PROVISIONER || this == DESTROY_PROVISIONER;
    }

    /** Whether it checks its subject. */
    public boolean isCondition() {
      return this == PRECONDITION || this == POSTCONDITION;
    }
  }

  public NodeId {
    if (index != NONE && (index < 0 || !role.isNumbered())) {
      throw new IllegalArgumentException("no " + role + " has the number " + index);
    }
  }

  public NodeId(Address subject, Role role) {
    this(subject, role, NONE);
  }

  /** Any text is an id: without a known mark it is that of a main node. */
  public static NodeId parse(String text) {
    Role role = role(text);
    int end = end(text, role);
    Address subject = new Address(text.substring(0, end - role.mark.length()));
    int index = end == text.length() ? NONE : Integer.parseInt(text.substring(end));
    return new NodeId(subject, role, index);
  }

  /** The role alone; of any text, whether an address goes before it or not. */
  public static Role role(String text) {
    for (Role role : Role.values()) {
      int end = end(text, role);
      int at = end - role.mark.length();
      if (role != Role.MAIN && at > 0 && isMark(text, at, end, role)) {
        return role;
      }
    }
    return Role.MAIN;
  }

  /**
   * The id of a batch of questions.
   *
   * @param of what they are asked for: {@link #PLAN}, or a placeholder
   * @param request the round or the attempt of the planner's request that they answer
   */
  public static String wave(String of, int request, int batch) {
    return of + "/" + request + "/" + batch + Role.WAVE.mark;
  }

  /** What people call the node: a batch of questions is what it is asked for. */
  public static String told(String text) {
    if (role(text) != Role.WAVE) {
      return text;
    }
    int batch = text.lastIndexOf('/');
    int request = batch < 0 ? -1 : text.lastIndexOf('/', batch - 1);
    return request < 0 ? text : text.substring(0, request);
  }

  /** Whether it is a batch of what the planner asked upon that very request. */
  public static boolean isOfWave(String node, String of, int request) {
    return role(node) == Role.WAVE && node.startsWith(of + "/" + request + "/");
  }

  public static String text(Address subject, Role role) {
    return subject.text() + role.mark;
  }

  /**
   * What the node acts on. Steps beside a resource have an address of their own, which they claim.
   */
  public Address address() {
    return switch (role) {
      case MAIN, DELETE, IMPORT, READ, WAVE -> subject;
      case PRECONDITION, POSTCONDITION, PROVISIONER, DESTROY_PROVISIONER -> new Address(text());
    };
  }

  public String text() {
    return text(subject, role) + (index == NONE ? "" : index);
  }

  @Override
  public String toString() {
    return text();
  }

  /** A number with a zero in front is none of ours: it would not come back as it was. */
  private static boolean isMark(String text, int at, int end, Role role) {
    int length = text.length() - end;
    boolean number = length == 0 || (length < 6 && (length == 1 || text.charAt(end) != '0'));
    return number && text.startsWith(role.mark, at) && !isInKey(text, at);
  }

  private static boolean isInKey(String text, int at) {
    int first = Address.unquoted(text, '#', 0);
    return first < 0 || first > at;
  }

  /** Where the role's mark ends, and its number begins. */
  private static int end(String text, Role role) {
    int at = text.length();
    while (role.isNumbered()
        && at > 0
        && text.charAt(at - 1) >= '0'
        && text.charAt(at - 1) <= '9') {
      at--;
    }
    return at;
  }
}
