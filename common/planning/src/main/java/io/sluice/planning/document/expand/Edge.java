package io.sluice.planning.document.expand;

import io.sluice.language.source.SourceRange;

/**
 * That one declaration waits for another, and what in the text makes it so.
 *
 * @param how the rest of the sentence "a …", for the message about a cycle
 */
public record Edge(String from, String to, String how, SourceRange range) {}
