package com.acme.gallery;

import static io.sluice.sdk.value.Values.template;

import com.acme.gallery.aws.*;
import io.sluice.sdk.Stack;
import io.sluice.sdk.block.ModuleCall;
import io.sluice.sdk.block.Variable;
import io.sluice.sdk.function.Functions;
import io.sluice.sdk.value.AnyValue;
import io.sluice.sdk.value.BoolValue;
import io.sluice.sdk.value.Field;
import io.sluice.sdk.value.Kind;
import io.sluice.sdk.value.ListValue;
import io.sluice.sdk.value.MapValue;
import io.sluice.sdk.value.NumberValue;
import io.sluice.sdk.value.ObjectValue;
import io.sluice.sdk.value.TextValue;
import io.sluice.sdk.value.Values;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The root module of examples/aws: what it makes, and what it is called, is the same. */
public final class Gallery {
  private static final Field<TextValue> TITLE = Field.required("title", Kind.TEXT);
  private static final Field<BoolValue> VERSIONS = Field.optional("versions", Kind.BOOL, false);
  private static final Field<MapValue<ObjectValue>> READERS =
      Field.optional("readers", Album.READERS, Map.of());

  private final Stack stack = new Stack("gallery");

  private final TextValue name =
      stack.variable(
          Variable.text("name")
              .describedAs("Begins the name of every object.")
              .defaultsTo("gallery"));
  private final TextValue region =
      stack.variable(Variable.text("region").defaultsTo("eu-central-1"));
  private final TextValue archiveRegion =
      stack.variable(Variable.text("archive_region").defaultsTo("eu-west-1"));
  private final TextValue endpoint = stack.variable(Variable.text("endpoint").defaultsToNothing());
  private final TextValue cidr = stack.variable(Variable.text("cidr").defaultsTo("10.20.0.0/16"));
  private final TextValue token = stack.variable(Variable.text("token").sensitive().ephemeral());
  private final NumberValue tokenVersion =
      stack.variable(Variable.number("token_version").defaultsTo(1));
  private final NumberValue memory = stack.variable(Variable.number("memory").defaultsTo(128));
  private final MapValue<ObjectValue> albums =
      stack.variable(
          Variable.of("albums", Kind.map(Kind.object(TITLE, VERSIONS, READERS)))
              .defaultsTo(
                  Map.of(
                      "holidays",
                          Map.of("title", "Holidays", "versions", true, "readers", readers()),
                      "portraits", Map.of("title", "Portraits"))));
  private final ListValue<ObjectValue> disks =
      stack.variable(
          Variable.of("disks", Kind.list(Machines.DISK))
              .defaultsTo(
                  List.of(
                      Map.of("device", "/dev/sda1", "size", 20),
                      Map.of("device", "/dev/sdb", "size", 100),
                      Map.of("device", "/dev/sdc"))));

  private final BoolValue emulated = stack.local("emulated", endpoint.isNotNull());
  private final ListValue<TextValue> endpoints =
      stack.local("endpoints", Functions.compact(Values.texts(endpoint)));

  private final AwsProvider aws =
      stack.add(
          provider(region)
              .defaultTags(tags -> tags.tags(Map.of("project", name)))
              .endpoints(
                  endpoints,
                  (there, services) ->
                      services
                          .cloudwatch(there)
                          .cognitoidp(there)
                          .dynamodb(there)
                          .ec2(there)
                          .ecr(there)
                          .events(there)
                          .iam(there)
                          .lambda(there)
                          .logs(there)
                          .s3(there)
                          .secretsmanager(there)
                          .sns(there)
                          .ssm(there)
                          .sts(there)));

  /** Copies are kept in another region. */
  private final AwsProvider archive =
      stack.add(
          provider(archiveRegion)
              .alias("archive")
              .endpoints(endpoints, (there, services) -> services.s3(there).sts(there)));

  private final Network network = new Network();
  private final ModuleCall net =
      stack.add(
          new ModuleCall("network", network.stack)
              .set(network.name, name)
              .set(network.cidr, cidr)
              .set(network.ports, Map.of("http", 80, "https", 443)));
  private final Album album = new Album();
  private final ModuleCall each = albums();
  private final AwsIamRole thumbnails = role();
  private final AwsSnsTopic pictures =
      stack.add(new AwsSnsTopic("pictures").name(called("pictures")));

  private Gallery() {
    AwsCloudwatchLogGroup logs = logs();
    function();
    new Machines(stack, name).add(disks, thumbnails, net.get(network.securityGroup));
    AwsSsmParameterData published = secrets();
    outputs(logs, published);
  }

  private static Map<String, Object> readers() {
    return Map.of(
        "office",
        Map.of(
            "actions", List.of("s3:GetObject"),
            "conditions",
                Map.of(
                    "aws:SourceIp", List.of("192.0.2.0/24"),
                    "aws:PrincipalType", List.of("User"))),
        "press",
        Map.of("actions", List.of("s3:GetObject", "s3:GetObjectTagging")));
  }

  private TextValue called(String what) {
    return template(name, "-" + what);
  }

  private AwsProvider provider(TextValue where) {
    return new AwsProvider()
        .region(where)
        .accessKey(emulated.choose("local"))
        .secretKey(emulated.choose("local"))
        .skipCredentialsValidation(emulated)
        .skipMetadataApiCheck(emulated.choose("true"))
        .s3UsePathStyle(emulated)
        .maxRetries(3);
  }

  private ModuleCall albums() {
    AwsCallerIdentityData current = stack.add(new AwsCallerIdentityData("current"));
    return stack.add(
        new ModuleCall("album", album.stack)
            .provider("aws", aws)
            .provider("aws.archive", archive)
            .forEach(
                albums,
                (key, one, call) ->
                    call.set(album.name, template(name, "-", key))
                        .set(album.title, one.get(TITLE))
                        .set(album.versions, one.get(VERSIONS))
                        .set(album.readers, one.get(READERS))
                        .set(album.account, current.accountId())));
  }

  private AwsIamRole role() {
    AwsIamPolicyDocumentData lambda =
        stack.add(
            new AwsIamPolicyDocumentData("lambda")
                .statement(
                    statement ->
                        statement
                            .actions("sts:AssumeRole")
                            .principals(
                                who -> who.type("Service").identifiers("lambda.amazonaws.com"))));
    return stack.add(
        new AwsIamRole("thumbnails")
            .name(called("thumbnails"))
            .path(template("/", name, "/"))
            .assumeRolePolicy(lambda.json()));
  }

  private AwsCloudwatchLogGroup logs() {
    AwsCloudwatchLogGroup group =
        stack.add(
            new AwsCloudwatchLogGroup("thumbnails")
                .name(template("/aws/lambda/", name, "-thumbnails"))
                .retentionInDays(14));
    stack.add(
        new AwsIamRolePolicy("logs")
            .name("logs")
            .role(thumbnails.id())
            .policy(
                Functions.jsonencode(
                    Map.of(
                        "Version",
                        "2012-10-17",
                        "Statement",
                        List.of(
                            Map.of(
                                "Effect", "Allow",
                                "Action", List.of("logs:CreateLogStream", "logs:PutLogEvents"),
                                "Resource", template(group.arn(), ":*")))))));
    stack.add(
        new AwsCloudwatchLogMetricFilter("failures")
            .name("failures")
            .logGroupName(group.name())
            .pattern("ERROR")
            .metricTransformation(metric -> metric.name("failures").namespace(name).value("1")));
    stack.add(
        new AwsCloudwatchMetricAlarm("failures")
            .alarmName(called("failures"))
            .comparisonOperator("GreaterThanThreshold")
            .evaluationPeriods(2)
            .threshold(5)
            .alarmActions(pictures.arn())
            .metricQuery(
                query ->
                    query
                        .id("failures")
                        .returnData(true)
                        .metric(
                            metric ->
                                metric
                                    .metricName("failures")
                                    .namespace(name)
                                    .period(60)
                                    .stat("Sum"))));
    return group;
  }

  private void function() {
    AwsIamPolicyDocumentData allowed =
        stack.add(
            new AwsIamPolicyDocumentData("pictures")
                .statement(
                    statement ->
                        statement
                            .actions("s3:GetObject", "s3:PutObject")
                            .resources(
                                each.byKey()
                                    .listed(one -> template(one.get(album.bucketArn), "/*"))))
                .statement(
                    statement ->
                        statement
                            .actions("dynamodb:PutItem")
                            .resources(each.all(one -> one.get(album.tableArn)))));
    AwsIamPolicy policy =
        stack.add(new AwsIamPolicy("pictures").name(called("pictures")).policy(allowed.json()));
    stack.add(
        new AwsIamRolePolicyAttachment("pictures").role(thumbnails.name()).policyArn(policy.arn()));

    TextValue zip = template(Values.modulePath(), "/functions/thumbnails.zip");
    AwsLambdaFunction function =
        stack.add(
            new AwsLambdaFunction("thumbnails")
                .functionName(called("thumbnails"))
                .role(thumbnails.arn())
                .runtime("python3.12")
                .handler("thumbnails.handle")
                .filename(zip)
                .sourceCodeHash(Functions.filebase64sha256(zip))
                .memorySize(memory)
                .environment(
                    environment ->
                        environment.variables(
                            Map.of(
                                "TOPIC",
                                pictures.arn(),
                                "BUCKETS",
                                Functions.join(",", each.all(one -> one.get(album.bucket)))))));
    stack.add(
        new AwsLambdaAlias("live")
            .name("live")
            .functionName(function.functionName())
            .functionVersion("$LATEST"));
    stack.add(
        new AwsSnsTopicSubscription("thumbnails")
            .topicArn(pictures.arn())
            .protocol("lambda")
            .endpoint(function.arn()));
    stack.add(
        new AwsLambdaPermission("pictures")
            .statementId("pictures")
            .action("lambda:InvokeFunction")
            .functionName(function.functionName())
            .principal("sns.amazonaws.com")
            .sourceArn(pictures.arn()));
    AwsCloudwatchEventRule nightly =
        stack.add(
            new AwsCloudwatchEventRule("nightly")
                .name(called("nightly"))
                .scheduleExpression("rate(1 day)"));
    stack.add(
        new AwsCloudwatchEventTarget("nightly")
            .rule(nightly.name())
            .targetId("thumbnails")
            .arn(function.arn()));
  }

  /** The token is written and never stored. */
  private AwsSsmParameterData secrets() {
    stack.add(
        new AwsSsmParameter("token")
            .name(template("/", name, "/token"))
            .type("SecureString")
            .valueWo(token)
            .valueWoVersion(tokenVersion));
    AwsSecretsmanagerSecret secret =
        stack.add(
            new AwsSecretsmanagerSecret("token")
                .name(template(name, "/token"))
                .recoveryWindowInDays(0));
    stack.add(
        new AwsSecretsmanagerSecretVersion("token")
            .secretId(secret.id())
            .secretStringWo(Functions.jsonencode(Map.of("token", token)))
            .secretStringWoVersion(tokenVersion));
    AwsSsmParameter listed =
        stack.add(
            new AwsSsmParameter("albums")
                .name(template("/", name, "/albums"))
                .type("StringList")
                .value(Functions.join(",", Functions.sort(Functions.keys(albums)))));
    return stack.add(new AwsSsmParameterData("albums").name(listed.name()).dependsOn(listed));
  }

  private void outputs(AwsCloudwatchLogGroup logs, AwsSsmParameterData published) {
    stack.output("albums", each.byKey().mapped((key, one) -> one.get(album.bucket)));
    stack.output("role", AwsFunctions.trimIamRolePath(thumbnails.arn()));
    AnyValue topic = AwsFunctions.arnParse(pictures.arn());
    stack.output(
        "topic", Map.of("name", topic.member("resource"), "region", topic.member("region")));
    stack.output(
        "log_stream",
        AwsFunctions.arnBuild("aws", "logs", region, "", template("log-group:", logs.name())));
    stack.output("subnets", net.get(network.subnets));
    stack.output("published", published.value()).sensitive();
    stack.output(
        "archive_region", stack.add(new AwsRegionData("archive").provider(archive)).name());
  }

  public static void main(String[] arguments) {
    System.out.println(new Gallery().stack.write(Path.of(arguments[0])));
  }
}
