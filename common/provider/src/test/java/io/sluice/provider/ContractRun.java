package io.sluice.provider;

import io.sluice.provider.contract.ResourceContract;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import org.opentest4j.TestAbortedException;

/** One test of the contract kit on a type that was compiled a moment ago. */
final class ContractRun {
  private ContractRun() {}

  /** False when the test does not concern the type. */
  static boolean of(ResourceContract contract, Method test, Path directory) throws Exception {
    Field field = ResourceContract.class.getDeclaredField("directory");
    field.setAccessible(true);
    Files.createDirectories(directory);
    field.set(contract, Files.createTempDirectory(directory, "it"));
    call(contract, ResourceContract.class.getDeclaredMethod("configureTheProvider"));
    try {
      call(contract, test);
      return true;
    } catch (TestAbortedException e) {
      return false;
    } finally {
      call(contract, ResourceContract.class.getDeclaredMethod("closeTheSession"));
    }
  }

  private static void call(ResourceContract contract, Method method) throws Exception {
    method.setAccessible(true);
    try {
      method.invoke(contract);
    } catch (InvocationTargetException e) {
      // What a test does not concern is aborted, by a runtime exception.
      switch (e.getCause()) {
        case Error error -> throw error;
        case RuntimeException failure -> throw failure;
        case null, default -> throw e;
      }
    }
  }
}
