package io.sluice.cli.command.diagnose;

import java.util.List;

/**
 * One thing that was looked at.
 *
 * @param todo what to do about it; empty where it is good
 */
record Finding(boolean good, String what, String found, String todo) {
  static Finding good(String what, String found) {
    return new Finding(true, what, found, "");
  }

  static Finding bad(String what, String found, String todo) {
    return new Finding(false, what, found, todo);
  }

  static boolean allGood(List<Finding> findings) {
    return findings.stream().allMatch(Finding::good);
  }
}
