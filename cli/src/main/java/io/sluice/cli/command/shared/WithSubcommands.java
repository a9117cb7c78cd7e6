package io.sluice.cli.command.shared;

import picocli.CommandLine;

/** A command that others are below; they are made with it and not by reflection. */
public interface WithSubcommands {
  void addTo(CommandLine line);
}
