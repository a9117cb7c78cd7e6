/**
 * What keeps a deployment going: up, down, status, serve, key, bench and the fake cloud. Starting
 * and joining the local deployment belongs to {@code cli.local}.
 */
@NullMarked
package io.sluice.cli.command.local;

import org.jspecify.annotations.NullMarked;
