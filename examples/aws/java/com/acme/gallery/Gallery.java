package com.acme.gallery;

import static io.sluice.sdk.value.Values.template;
import static io.sluice.sdk.value.Values.text;

import com.acme.gallery.aws.*;
import io.sluice.sdk.Stack;
import io.sluice.sdk.block.Each;
import io.sluice.sdk.block.Output;
import io.sluice.sdk.block.Variable;
import io.sluice.sdk.function.Functions;
import io.sluice.sdk.value.AnyValue;
import io.sluice.sdk.value.BoolValue;
import io.sluice.sdk.value.Kind;
import io.sluice.sdk.value.ListValue;
import io.sluice.sdk.value.MapValue;
import io.sluice.sdk.value.NumberValue;
import io.sluice.sdk.value.TextValue;
import io.sluice.sdk.value.Values;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The root module of examples/aws: what it makes, and what it is called, is the same. */
public final class Gallery {
  private final Stack stack = new Stack("gallery");

  private final TextValue name =
      variable(
          Variable.text("name")
              .describedAs("Begins the name of every object.")
              .defaultsTo("gallery"));
  private final TextValue region = variable(Variable.text("region").defaultsTo("eu-central-1"));
  private final TextValue archiveRegion =
      variable(Variable.text("archive_region").defaultsTo("eu-west-1"));
  private final TextValue endpoint = variable(Variable.text("endpoint").defaultsToNothing());
  private final TextValue cidr = variable(Variable.text("cidr").defaultsTo("10.20.0.0/16"));
  private final TextValue token = variable(Variable.text("token").sensitive().ephemeral());
  private final NumberValue tokenVersion = variable(Variable.number("token_version").defaultsTo(1));
  private final NumberValue memory = variable(Variable.number("memory").defaultsTo(128));
  private final MapValue<AnyValue> albums =
      variable(
          Variable.of("albums", Kind.map(Kind.ANY))
              .typed(
                  "map(object({title = string, versions = optional(bool, false), readers ="
                      + " optional(map(object({actions = list(string), conditions ="
                      + " optional(map(list(string)), {})})), {})}))")
              .defaultsTo(
                  Map.of(
                      "holidays",
                      Map.of(
                          "title",
                          "Holidays",
                          "versions",
                          true,
                          "readers",
                          Map.of(
                              "office",
                              Map.of(
                                  "actions",
                                  List.of("s3:GetObject"),
                                  "conditions",
                                  Map.of(
                                      "aws:SourceIp",
                                      List.of("192.0.2.0/24"),
                                      "aws:PrincipalType",
                                      List.of("User"))),
                              "press",
                              Map.of("actions", List.of("s3:GetObject", "s3:GetObjectTagging")))),
                      "portraits",
                      Map.of("title", "Portraits"))));
  private final ListValue<AnyValue> disks =
      variable(
          Variable.of("disks", Kind.list(Kind.ANY))
              .typed("list(object({device = string, size = optional(number)}))")
              .defaultsTo(
                  List.of(
                      new TreeMap<>(Map.of("device", "/dev/sda1", "size", 20)),
                      new TreeMap<>(Map.of("device", "/dev/sdb", "size", 100)),
                      Map.of("device", "/dev/sdc"))));

  private final BoolValue emulated =
      stack.local("emulated", endpoint.isNotEqualTo(Values.nothing()));
  private final ListValue<TextValue> endpoints =
      stack.local("endpoints", Functions.compact(Values.texts(endpoint)));

  private final AwsProvider aws =
      stack.add(
          provider(region)
              .defaultTags(tags -> tags.tags(Map.of("project", name)))
              .dynamic(
                  "endpoints",
                  endpoints,
                  new AwsProvider.Endpoints()
                      .cloudwatch(there())
                      .cognitoidp(there())
                      .dynamodb(there())
                      .ec2(there())
                      .ecr(there())
                      .events(there())
                      .iam(there())
                      .lambda(there())
                      .logs(there())
                      .s3(there())
                      .secretsmanager(there())
                      .sns(there())
                      .ssm(there())
                      .sts(there())));
  private final AwsProvider archive =
      stack.add(
          provider(archiveRegion)
              .alias("archive")
              .dynamic(
                  "endpoints", endpoints, new AwsProvider.Endpoints().s3(there()).sts(there())));

  private final NetworkModule network =
      stack.add(
          new NetworkModule("network")
              .name(name)
              .cidr(cidr)
              .ports(Map.of("http", 80, "https", 443)));
  private final AlbumModule album = albums();
  private final AwsIamRole thumbnails = role();
  private final AwsSnsTopic pictures =
      stack.add(new AwsSnsTopic("pictures").name(called("pictures")));

  private <V extends io.sluice.sdk.value.Value> V variable(Variable<V> variable) {
    return stack.add(variable).value();
  }

  private TextValue called(String what) {
    return template(name, "-" + what);
  }

  private static TextValue there() {
    return Each.of("endpoints").asText();
  }

  private AwsProvider provider(TextValue where) {
    TextValue local = emulated.choose(text("local"), Values.nothing().asText());
    return new AwsProvider()
        .region(where)
        .accessKey(local)
        .secretKey(local)
        .skipCredentialsValidation(emulated)
        .skipMetadataApiCheck(emulated.choose(text("true"), Values.nothing().asText()))
        .s3UsePathStyle(emulated)
        .maxRetries(3);
  }

  private AlbumModule albums() {
    AwsCallerIdentityData current = stack.add(new AwsCallerIdentityData("current"));
    return stack.add(
        new AlbumModule("album")
            .forEach(albums)
            .provider("aws", aws)
            .provider("aws.archive", archive)
            .name(template(name, "-", Each.key()))
            .title(Each.value().member("title").asText())
            .versions(Each.value().member("versions").asBool())
            .readers(Each.value().member("readers").asMapOf(AlbumModule.Readers.KIND))
            .account(current.accountId()));
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

  private Gallery() {
    AwsCloudwatchLogGroup logs = logs();
    function();
    machines();
    AwsSsmParameterData published = secrets();
    outputs(logs, published);
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
                    Values.of(
                        Map.of(
                            "Version",
                            "2012-10-17",
                            "Statement",
                            List.of(
                                Map.of(
                                    "Effect",
                                    "Allow",
                                    "Action",
                                    List.of("logs:CreateLogStream", "logs:PutLogEvents"),
                                    "Resource",
                                    template(group.arn(), ":*"))))))));
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
                                album
                                    .byKey()
                                    .listed((key, one) -> template(one.bucketArn(), "/*"))))
                .statement(
                    statement ->
                        statement
                            .actions("dynamodb:PutItem")
                            .resources(album.all(one -> one.tableArn().asText()))));
    AwsIamPolicy policy =
        stack.add(new AwsIamPolicy("pictures").name(called("pictures")).policy(allowed.json()));
    stack.add(
        new AwsIamRolePolicyAttachment("pictures").role(thumbnails.name()).policyArn(policy.arn()));

    TextValue zip = template(Values.written("path.module"), "/functions/thumbnails.zip");
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
                                Functions.join(",", album.all(AlbumModule::bucket))))));
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

  private void machines() {
    stack.add(
        new AwsEcrRepository("tools")
            .name(template(name, "/tools"))
            .imageTagMutability("IMMUTABLE")
            .forceDelete(true));
    AwsIamInstanceProfile profile =
        stack.add(
            new AwsIamInstanceProfile("machines").name(called("machines")).role(thumbnails.name()));
    AwsKeyPair operators =
        stack.add(
            new AwsKeyPair("operators")
                .keyName(called("operators"))
                .publicKey(
                    Functions.file(template(Values.written("path.module"), "/operators.pub"))));
    AnyValue size = Each.of("block_device_mappings").member("size");
    stack.add(
        new AwsLaunchTemplate("machines")
            .name(called("machines"))
            .instanceType("t3.small")
            .keyName(operators.keyName())
            .vpcSecurityGroupIds(network.securityGroup().asText())
            .iamInstanceProfile(one -> one.arn(profile.arn()))
            .dynamic(
                "block_device_mappings",
                disks,
                new AwsLaunchTemplate.BlockDeviceMappings()
                    .deviceName(Each.of("block_device_mappings").member("device").asText())
                    .noDevice(size.isNull().choose(text(""), Values.nothing().asText()))
                    .dynamic(
                        "ebs",
                        Values.written("block_device_mappings.value.size[*]"),
                        new AwsLaunchTemplate.Ebs()
                            .volumeSize(Each.of("ebs").asNumber())
                            .volumeType("gp3")
                            .deleteOnTermination("true")))
            .lifecycle(rules -> rules.ignoreChanges("tag_specifications")));

    AwsCognitoUserPool visitors =
        stack.add(
            new AwsCognitoUserPool("visitors")
                .name(called("visitors"))
                .schema(
                    schema ->
                        schema
                            .name("nickname")
                            .attributeDataType("String")
                            .mutable(true)
                            .stringAttributeConstraints(
                                length -> length.minLength("1").maxLength("40")))
                .passwordPolicy(
                    policy ->
                        policy
                            .minimumLength(12)
                            .requireLowercase(true)
                            .requireNumbers(true)
                            .requireSymbols(false)
                            .requireUppercase(false)
                            .temporaryPasswordValidityDays(3))
                .lifecycle(rules -> rules.ignoreChanges("schema")));
    stack.add(new AwsCognitoUserPoolClient("web").name("web").userPoolId(visitors.id()));
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
            .secretStringWo(Functions.jsonencode(Values.of(Map.of("token", token))))
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
    stack.output("albums", album.byKey().mapped((key, one) -> one.bucket()));
    stack.output("role", Values.called("provider::aws::trim_iam_role_path", thumbnails.arn()));
    AnyValue topic = Values.called("provider::aws::arn_parse", pictures.arn());
    stack.output(
        "topic", Map.of("name", topic.member("resource"), "region", topic.member("region")));
    stack.output(
        "log_stream",
        Values.called(
            "provider::aws::arn_build",
            text("aws"),
            text("logs"),
            region,
            text(""),
            template("log-group:", logs.name())));
    stack.output("subnets", network.subnets());
    stack.add(new Output("published", published.value()).sensitive());
    stack.output(
        "archive_region", stack.add(new AwsRegionData("archive").provider(archive)).name());
  }

  public static void main(String[] arguments) {
    System.out.println(new Gallery().stack.write(Path.of(arguments[0])));
  }
}
