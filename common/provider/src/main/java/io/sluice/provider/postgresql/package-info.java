/** Databases, roles, schemas, extensions and grants of a PostgreSQL server, over JDBC. */
@NullMarked
package io.sluice.provider.postgresql;

import org.jspecify.annotations.NullMarked;
