package com.acme.gallery;

import static io.sluice.sdk.value.Values.template;

import com.acme.gallery.aws.*;
import io.sluice.sdk.Stack;
import io.sluice.sdk.function.Functions;
import io.sluice.sdk.value.Field;
import io.sluice.sdk.value.Kind;
import io.sluice.sdk.value.ListValue;
import io.sluice.sdk.value.NumberValue;
import io.sluice.sdk.value.ObjectValue;
import io.sluice.sdk.value.TextValue;
import io.sluice.sdk.value.Values;

/** Machines for large pictures, and the people who use them. */
final class Machines {
  private static final Field<TextValue> DEVICE = Field.required("device", Kind.TEXT);
  private static final Field<NumberValue> SIZE = Field.optional("size", Kind.NUMBER);
  static final Kind<ObjectValue> DISK = Kind.object(DEVICE, SIZE);

  private final Stack stack;
  private final TextValue name;

  Machines(Stack stack, TextValue name) {
    this.stack = stack;
    this.name = name;
  }

  void add(ListValue<ObjectValue> disks, AwsIamRole role, TextValue securityGroup) {
    stack.add(
        new AwsEcrRepository("tools")
            .name(template(name, "/tools"))
            .imageTagMutability("IMMUTABLE")
            .forceDelete(true));
    AwsIamInstanceProfile profile =
        stack.add(
            new AwsIamInstanceProfile("machines")
                .name(template(name, "-machines"))
                .role(role.name()));
    AwsKeyPair operators =
        stack.add(
            new AwsKeyPair("operators")
                .keyName(template(name, "-operators"))
                .publicKey(Functions.file(template(Values.modulePath(), "/operators.pub"))));
    stack.add(
        new AwsLaunchTemplate("machines")
            .name(template(name, "-machines"))
            .instanceType("t3.small")
            .keyName(operators.keyName())
            .vpcSecurityGroupIds(securityGroup)
            .iamInstanceProfile(one -> one.arn(profile.arn()))
            .blockDeviceMappings(
                disks,
                (disk, mapping) ->
                    mapping
                        .deviceName(disk.get(DEVICE))
                        .noDevice(disk.get(SIZE).isNull().choose(""))
                        .ebs(
                            disk.get(SIZE).ifThere(Kind.NUMBER),
                            (size, ebs) ->
                                ebs.volumeSize(size).volumeType("gp3").deleteOnTermination("true")))
            .lifecycle(rules -> rules.ignoreChanges("tag_specifications")));
    users();
  }

  /** The rules for names can't change once there are users. */
  private void users() {
    AwsCognitoUserPool visitors =
        stack.add(
            new AwsCognitoUserPool("visitors")
                .name(template(name, "-visitors"))
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
}
