package io.sluice.worker.files;

import io.sluice.model.digest.Sha256;
import io.sluice.transport.TransportFailure;
import io.sluice.worker.files.Workplaces.Found;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The directories of runs on this worker, with the files that came with them. Each run has its own,
 * so that no run sees what another writes. Unused ones are deleted after a while, and sooner if all
 * together are too large; one that is made again has another name, since a plugin process may still
 * run in the former.
 */
public final class Layouts implements AutoCloseable {
  private final WorkerFolder folder;
  private final FileSource source;
  private final BlobCache cache;
  private final Limits limits;
  private final Map<Wanted, Layout> layouts = new HashMap<>();
  private int made;

  /**
   * @param bytes of all layouts together above which unused ones are deleted, and of what is kept
   *     beside them
   * @param idle how long one is kept that nobody uses
   */
  public record Limits(long bytes, Duration idle) {}

  /**
   * @param files the hash of the run's files
   */
  public record Wanted(String workspace, String run, String files) {}

  public Layouts(WorkerFolder folder, FileSource source, Limits limits) {
    this.folder = folder;
    this.source = source;
    this.cache = new BlobCache(folder.path().resolve("blobs"), source, limits.bytes());
    this.limits = limits;
  }

  /** Lays out what is not there yet; callers at the same time wait. */
  Found find(Wanted wanted) {
    sweep();
    Layout layout;
    synchronized (layouts) {
      layout = layouts.computeIfAbsent(wanted, this::next);
      layout.users.incrementAndGet();
    }
    try {
      layout.complete();
      return new Found.Ready(new LaidOutPlace(layout, source, () -> left(layout)));
    } catch (Layout.Unobtainable e) {
      left(layout);
      return new Found.Missing(String.valueOf(e.getMessage()));
    } catch (TransportFailure e) {
      left(layout);
      return new Found.Missing("The files of the run can't be fetched: " + e.getMessage());
    } catch (IOException e) {
      left(layout);
      return new Found.Missing("The files of the run can't be laid out: " + e.getMessage());
    } catch (RuntimeException | Error e) {
      left(layout);
      throw e;
    }
  }

  private Layout next(Wanted wanted) {
    String run = Sha256.hex(wanted.workspace() + "/" + wanted.run()).substring(0, 12);
    made++;
    return new Layout(wanted, folder.path().resolve(run + "-" + made), source, cache);
  }

  private void left(Layout layout) {
    synchronized (layouts) {
      layout.users.decrementAndGet();
      layout.idleSince = System.nanoTime();
    }
    sweep();
  }

  private void sweep() {
    List<Layout> over = new ArrayList<>();
    synchronized (layouts) {
      long now = System.nanoTime();
      long total = layouts.values().stream().mapToLong(layout -> layout.bytes).sum();
      List<Layout> unused =
          layouts.values().stream()
              .filter(layout -> layout.users.get() == 0)
              .sorted(Comparator.comparingLong(layout -> layout.idleSince - now))
              .toList();
      for (Layout layout : unused) {
        boolean isOld = now - layout.idleSince >= limits.idle().toNanos();
        if (isOld || !layout.ready || total > limits.bytes()) {
          total -= layout.bytes;
          layouts.remove(layout.wanted());
          over.add(layout);
        }
      }
    }
    for (Layout layout : over) {
      folder.delete(layout.top);
      folder.delete(DirectoryWriter.aside(layout.top));
    }
  }

  int size() {
    synchronized (layouts) {
      return layouts.size();
    }
  }

  @Override
  public void close() {
    source.close();
    folder.close();
  }
}
