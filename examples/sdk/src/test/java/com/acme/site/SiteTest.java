package com.acme.site;

import static io.sluice.sdk.junit.StackPlans.assertPlan;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SiteTest {
  @Test
  void makesAPageForEachTopicAndLinksToThem() {
    assertPlan(Site.stack(Map.of("events", "E", "state", "S")), Map.of("title", "shop"))
        .creates(
            "random_id.edition",
            "local_directory.site",
            "local_file.events",
            "local_file.state",
            "local_file.index")
        .value("local_file.events", "content", "E")
        .value("local_file.state", "filename", "out/site/state.html")
        .unknown("local_file.index", "content");
  }
}
