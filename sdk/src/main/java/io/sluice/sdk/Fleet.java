package io.sluice.sdk;

/** Where stacks are applied. */
public interface Fleet {
  /** Sends the stack to be planned and applied; it goes on without this process. */
  Run submit(Stack stack);
}
