package io.sluice.cli.render.plan;

import io.sluice.cli.render.DoubtText;
import io.sluice.model.Address;
import java.util.Optional;

/**
 * What a plan would change and leaves alone.
 *
 * @param why in the words of the planner
 * @param doubt what holds it back, where it is in doubt itself
 */
public record ShownHeld(Address address, String why, Optional<DoubtText.Doubt> doubt) {}
