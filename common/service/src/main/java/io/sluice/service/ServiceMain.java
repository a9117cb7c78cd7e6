package io.sluice.service;

import io.sluice.seal.SealFailure;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.setting.SettingCheck;
import java.util.Map;
import java.util.function.Function;

/** A service as a process: runs until it is asked to stop, and says in one line why it can't. */
public final class ServiceMain {
  private ServiceMain() {}

  /**
   * @param name as people know it: {@code planner}
   */
  public static void run(String name, Function<Map<String, String>, AutoCloseable> start)
      throws InterruptedException {
    try {
      SettingCheck.require(System.getenv());
      AutoCloseable service = start.apply(System.getenv());
      Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> stop(service)));
      Thread.currentThread().join();
    } catch (TransportFailure | SealFailure | IllegalArgumentException e) {
      System.err.println("The " + name + " can't start: " + e.getMessage());
      System.exit(1);
    }
  }

  private static void stop(AutoCloseable service) {
    try {
      service.close();
    } catch (Exception e) {
      System.err.println("It did not stop cleanly: " + e.getMessage());
    }
  }
}
