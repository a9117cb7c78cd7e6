package io.sluice.worker.lease;

import io.sluice.model.message.Control;
import java.util.Optional;

/** How runs stand that are not simply running. */
public interface Standings {
  Optional<Control.Standing> of(String run);
}
