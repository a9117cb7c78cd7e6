package io.sluice.providers.time;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeType.INTEGER;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;

/** Moments as the time types take and show them: RFC 3339 in UTC, to the second, and its parts. */
final class MomentText {
  static final List<ChronoUnit> UNITS =
      List.of(
          ChronoUnit.YEARS,
          ChronoUnit.MONTHS,
          ChronoUnit.DAYS,
          ChronoUnit.HOURS,
          ChronoUnit.MINUTES,
          ChronoUnit.SECONDS);

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z'");

  private MomentText() {}

  static OffsetDateTime now(Clock clock) {
    return OffsetDateTime.now(clock).withOffsetSameInstant(ZoneOffset.UTC);
  }

  static OffsetDateTime given(JsonNode desired, String name, Clock clock) throws ProviderFailure {
    if (!desired.hasNonNull(name)) {
      return now(clock);
    }
    try {
      return OffsetDateTime.parse(desired.get(name).textValue())
          .withOffsetSameInstant(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw ProviderFailure.user(
          "BAD_TIMESTAMP", name + " must be an RFC 3339 timestamp such as 2026-11-18T12:00:00Z");
    }
  }

  static String text(OffsetDateTime moment) {
    return FORMAT.format(moment);
  }

  /** {@code prefix_years}, {@code prefix_months} and so on, added to a moment. */
  static OffsetDateTime plus(OffsetDateTime base, JsonNode desired, String prefix)
      throws ProviderFailure {
    OffsetDateTime moment = base;
    try {
      for (ChronoUnit unit : UNITS) {
        moment = moment.plus(desired.path(prefix + name(unit)).longValue(), unit);
      }
      return moment;
    } catch (DateTimeException | ArithmeticException e) {
      throw ProviderFailure.user("OUT_OF_RANGE", "the " + prefix + "* lead beyond the calendar");
    }
  }

  static String name(ChronoUnit unit) {
    return unit.name().toLowerCase(java.util.Locale.ROOT);
  }

  static List<AttributeSchema> parts() {
    return Stream.of("year", "month", "day", "hour", "minute", "second", "unix")
        .map(part -> computed(part, INTEGER).describedAs("The moment's " + part + "."))
        .toList();
  }

  static AttributeSchema triggers() {
    return AttributeSchema.optional("triggers", AttributeType.mapOf(AttributeType.STRING))
        .replaces()
        .describedAs("Arbitrary values; a change takes a new moment.");
  }

  static ObjectNode describe(OffsetDateTime moment, ObjectNode attributes) {
    attributes
        .put("rfc3339", text(moment))
        .put("year", moment.getYear())
        .put("month", moment.getMonthValue())
        .put("day", moment.getDayOfMonth())
        .put("hour", moment.getHour())
        .put("minute", moment.getMinute())
        .put("second", moment.getSecond());
    long unix = moment.toEpochSecond();
    return unix == (int) unix ? attributes.put("unix", (int) unix) : attributes.put("unix", unix);
  }
}
