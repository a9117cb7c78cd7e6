package io.sluice.cli.fleet;

import java.nio.file.Path;

/** A workspace and the directory of its root module. */
public record Place(String workspace, Path directory) {}
