package io.sluice.cli.command;

/** Whose form a state is written in. */
enum StateForm {
  SLUICE,
  TERRAFORM
}
