/** Databases, roles, schemas, extensions and grants of a PostgreSQL server, over JDBC. */
@NullMarked
package io.sluice.providers.postgresql;

import org.jspecify.annotations.NullMarked;
