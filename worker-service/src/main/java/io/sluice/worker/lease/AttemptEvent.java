package io.sluice.worker.lease;

import io.sluice.model.message.Task;

/** What moves an attempt on. */
sealed interface AttemptEvent {
  /** Its task is decoded and taken on. */
  record Begin(Task task, long at) implements AttemptEvent {}

  /** It has lasted, or is about to write what was absent: the workspace's owner is informed. */
  record Lease() implements AttemptEvent {}

  /**
   * The wait is over, and the provider is called next.
   *
   * @param onLease whether only a lease allows the call
   */
  record Call(boolean onLease) implements AttemptEvent {}

  /** The lease that the call needs was not obtained, and the task is given back. */
  record GiveUp() implements AttemptEvent {}

  /** A result is there, or the attempt broke. */
  record End() implements AttemptEvent {}

  /** The claim is released before anything was called. */
  record Abandon() implements AttemptEvent {}
}
