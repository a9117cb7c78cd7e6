package com.acme.gallery;

import static io.sluice.sdk.value.Values.template;

import com.acme.gallery.aws.*;
import io.sluice.sdk.Stack;
import io.sluice.sdk.block.Output;
import io.sluice.sdk.block.Variable;
import io.sluice.sdk.function.Functions;
import io.sluice.sdk.value.BoolValue;
import io.sluice.sdk.value.Field;
import io.sluice.sdk.value.Kind;
import io.sluice.sdk.value.ListValue;
import io.sluice.sdk.value.MapValue;
import io.sluice.sdk.value.ObjectValue;
import io.sluice.sdk.value.TextValue;
import java.util.Map;

/**
 * The module album: its pictures, a copy of its description in another region, who may read it, and
 * what is known of each picture.
 */
final class Album {
  static final Field<ListValue<TextValue>> ACTIONS =
      Field.required("actions", Kind.list(Kind.TEXT));
  static final Field<MapValue<ListValue<TextValue>>> CONDITIONS =
      Field.optional("conditions", Kind.map(Kind.list(Kind.TEXT)), Map.of());
  static final Kind<MapValue<ObjectValue>> READERS = Kind.map(Kind.object(ACTIONS, CONDITIONS));

  final Stack stack = new Stack("album");
  final Variable<TextValue> name = stack.add(Variable.text("name"));
  final Variable<TextValue> title = stack.add(Variable.text("title"));
  final Variable<TextValue> account = stack.add(Variable.text("account"));
  final Variable<BoolValue> versions = stack.add(Variable.bool("versions"));
  final Variable<MapValue<ObjectValue>> readers = stack.add(Variable.of("readers", READERS));

  final Output<TextValue> bucket;
  final Output<TextValue> bucketArn;
  final Output<TextValue> tableArn;

  private final AwsProvider elsewhere = stack.expects(new AwsProvider().alias("archive"));

  Album() {
    AwsS3Bucket pictures =
        stack.add(new AwsS3Bucket("pictures").bucket(name.value()).forceDestroy(true));
    stack.add(
        new AwsS3BucketVersioning("pictures")
            .count(versions.value().choose(1, 0))
            .bucket(pictures.id())
            .versioningConfiguration(versioning -> versioning.status("Enabled")));
    access(pictures);
    AwsDynamodbTable table = table();
    description(pictures, table);

    bucket = stack.output("bucket", pictures.bucket());
    bucketArn = stack.output("bucket_arn", pictures.arn());
    tableArn = stack.output("table_arn", table.arn());
  }

  private void access(AwsS3Bucket pictures) {
    AwsS3BucketPublicAccessBlock closed =
        stack.add(
            new AwsS3BucketPublicAccessBlock("pictures")
                .bucket(pictures.id())
                .blockPublicAcls(true)
                .blockPublicPolicy(true)
                .ignorePublicAcls(true));
    stack.add(
        new AwsS3BucketPolicy("readers")
            .count(Functions.length(readers.value()).isGreaterThan(0).choose(1, 0))
            .bucket(pictures.id())
            .policy(policy(pictures).json())
            .dependsOn(closed));
  }

  /** It names the bucket by what only its creation tells: read while the changes are made. */
  private AwsIamPolicyDocumentData policy(AwsS3Bucket pictures) {
    return stack.add(
        new AwsIamPolicyDocumentData("readers")
            .statement(
                readers.value(),
                (who, reader, statement) ->
                    statement
                        .sid(who)
                        .actions(reader.get(ACTIONS))
                        .resources(template(pictures.arn(), "/*"))
                        .principals(
                            principals ->
                                principals
                                    .type("AWS")
                                    .identifiers(
                                        template("arn:aws:iam::", account.value(), ":root")))
                        .condition(
                            reader.get(CONDITIONS),
                            (variable, values, condition) ->
                                condition
                                    .test(
                                        variable
                                            .isEqualTo("aws:SourceIp")
                                            .choose("IpAddress", "StringEquals"))
                                    .variable(variable)
                                    .values(values))));
  }

  private void description(AwsS3Bucket pictures, AwsDynamodbTable table) {
    AwsS3Object description =
        stack.add(
            new AwsS3Object("description")
                .bucket(pictures.id())
                .key("album.json")
                .contentType("application/json")
                .content(
                    Functions.jsonencode(Map.of("title", title.value(), "table", table.name()))));
    AwsS3Bucket archive =
        stack.add(
            new AwsS3Bucket("archive")
                .provider(elsewhere)
                .bucket(template(name.value(), "-archive"))
                .forceDestroy(true));
    stack.add(
        new AwsS3Object("archived")
            .provider(elsewhere)
            .bucket(archive.id())
            .key("album.json")
            .content(description.content()));
  }

  private AwsDynamodbTable table() {
    AwsDynamodbTable table =
        stack.add(
            new AwsDynamodbTable("pictures")
                .name(name.value())
                .billingMode("PAY_PER_REQUEST")
                .hashKey("album")
                .rangeKey("picture")
                .attribute(album -> album.name("album").type("S"))
                .attribute(picture -> picture.name("picture").type("S"))
                .attribute(taken -> taken.name("taken").type("N"))
                .globalSecondaryIndex(
                    index ->
                        index
                            .name("by-date")
                            .hashKey("album")
                            .rangeKey("taken")
                            .projectionType("ALL")));
    stack.add(
        new AwsDynamodbTableItem("cover")
            .tableName(table.name())
            .hashKey(table.hashKey())
            .rangeKey(table.rangeKey())
            .item(
                Functions.jsonencode(
                    Map.of(
                        "album", Map.of("S", title.value()),
                        "picture", Map.of("S", "cover"),
                        "taken", Map.of("N", "0")))));
    return table;
  }
}
