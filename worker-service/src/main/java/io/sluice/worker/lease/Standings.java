package io.sluice.worker.lease;

import io.sluice.model.message.Control;
import java.util.Optional;

/** The status of runs that are not simply running. */
public interface Standings {
  Optional<Control.Standing> of(String workspace, String run);
}
