import { Schema } from "effect"
import { FilledText, Text } from "../../platform/Text.ts"
import { type Element, element, findElement, leaf, textAt, withParts } from "../../platform/xml/Element.ts"
import { anyText, digits, isOneOf } from "../../platform/xml/knownParts.ts"
import { type Feature, plainFeature } from "./Feature.ts"
import { xmlCodec } from "./xmlFeature.ts"

const amount = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 })))
const sources = ["EventTime", "DeliveryTime"] as const
const logTypes = ["Standard", "Journal"] as const

export const Logging = Schema.Struct({
  target_bucket: FilledText(255),
  target_prefix: Text(1_024),
  key_format: Schema.NullOr(Schema.Literals(["simple", "partitioned"])),
  partition_date_source: Schema.NullOr(Schema.Literals(sources)),
  /** RGW: Journal records changes only and may have a filter. Null: Standard. */
  logging_type: Schema.NullOr(Schema.Literals(logTypes)),
  /** RGW: seconds until records are written; null: default. */
  object_roll_time_seconds: amount,
  /** RGW: records per write; null or 0: each. */
  records_batch_size: amount
}).annotate({ identifier: "BucketLogging" })
export type Logging = typeof Logging.Type

const on = "LoggingEnabled"
const format = "TargetObjectKeyFormat"
const isType = Schema.is(Schema.Literals(logTypes))
const isSource = Schema.is(Schema.Literals(sources))
const amountOf = (text: string | undefined): number | null =>
  text === undefined || !/^\d{1,10}$/.test(text) ? null : Number(text)
const part = (name: string, value: string | number | null) => (value === null ? undefined : leaf(name, value))
const knownOr = <One extends string>(is: (text: unknown) => text is One, text: string | undefined): One | null =>
  is(text) ? text : null

const loggingOf = (target: Element): Logging => ({
  target_bucket: textAt(target, "TargetBucket") ?? "",
  target_prefix: textAt(target, "TargetPrefix") ?? "",
  key_format:
    findElement(target, format, "PartitionedPrefix") !== undefined
      ? "partitioned"
      : findElement(target, format, "SimplePrefix") !== undefined
        ? "simple"
        : null,
  partition_date_source: knownOr(isSource, textAt(target, format, "PartitionedPrefix", "PartitionDateSource")),
  logging_type: knownOr(isType, textAt(target, "LoggingType")),
  object_roll_time_seconds: amountOf(textAt(target, "ObjectRollTime")),
  records_batch_size: amountOf(textAt(target, "RecordsBatchSize"))
})

const keyFormatElement = (
  { key_format, partition_date_source }: Logging,
  old: Element | undefined
): Element | undefined => {
  if (key_format === null) return undefined
  const formatElement = old ?? element(format)
  if (key_format === "simple")
    return withParts(
      formatElement,
      ["SimplePrefix", "PartitionedPrefix"],
      [findElement(formatElement, "SimplePrefix") ?? element("SimplePrefix")]
    )
  return withParts(
    formatElement,
    ["SimplePrefix", "PartitionedPrefix"],
    [
      withParts(
        findElement(formatElement, "PartitionedPrefix") ?? element("PartitionedPrefix"),
        ["PartitionDateSource"],
        [part("PartitionDateSource", partition_date_source)]
      )
    ]
  )
}

const grantFor = (target: string, bucket: string): string =>
  `Bucket ${target} needs a policy that allows the service logging.s3.amazonaws.com s3:PutObject on ` +
  `arn:aws:s3:::${target}/* for the source arn:aws:s3:::${bucket} ` +
  "(aws:SourceArn, and the account in aws:SourceAccount): without it the gateway refuses this (403 AccessDenied)."

export const logging: Feature<Logging> = {
  ...plainFeature,
  name: "logging",
  label: "Access logging",
  action: "bucket.logging.update",
  schema: Logging,
  // RGW ignores the sub-resource on DELETE and would delete the bucket
  wire: {
    _tag: "SubResource",
    name: "logging",
    absent: [],
    type: "application/xml",
    removal: { put: `<BucketLoggingStatus xmlns="http://s3.amazonaws.com/doc/2006-03-01/"/>` }
  },
  ...xmlCodec<Logging>({
    root: "BucketLoggingStatus",
    known: {
      [on]: {
        TargetBucket: anyText,
        TargetPrefix: anyText,
        ObjectRollTime: digits,
        LoggingType: isOneOf(...logTypes),
        RecordsBatchSize: digits,
        [format]: { SimplePrefix: {}, PartitionedPrefix: { PartitionDateSource: isOneOf(...sources) } }
      }
    },
    read: (root) => {
      const target = findElement(root, on)
      return target === undefined ? null : loggingOf(target)
    },
    write: (value, root) => {
      const target = findElement(root, on) ?? element(on)
      return withParts(
        root,
        [on],
        [
          withParts(
            target,
            ["TargetBucket", "TargetPrefix", "ObjectRollTime", "LoggingType", "RecordsBatchSize", format],
            [
              leaf("TargetBucket", value.target_bucket),
              leaf("TargetPrefix", value.target_prefix),
              part("ObjectRollTime", value.object_roll_time_seconds),
              part("LoggingType", value.logging_type),
              part("RecordsBatchSize", value.records_batch_size),
              keyFormatElement(value, findElement(target, format))
            ]
          )
        ]
      )
    }
  }),
  state: (value) => (value === null ? "not_set" : "enabled"),
  summary: (value) => (value === null ? "" : `${value.target_bucket}/${value.target_prefix}`),
  params: (value) =>
    value === null
      ? []
      : [
          {
            target_bucket: value.target_bucket,
            target_prefix: value.target_prefix,
            logging_type: value.logging_type,
            key_format: value.key_format
          }
        ],
  // RGW returns its defaults
  comparable: (sent, read) => ({
    ...sent,
    key_format: sent.key_format ?? read.key_format,
    partition_date_source: sent.partition_date_source ?? read.partition_date_source,
    logging_type: sent.logging_type ?? read.logging_type,
    object_roll_time_seconds: sent.object_roll_time_seconds ?? read.object_roll_time_seconds,
    records_batch_size: sent.records_batch_size ?? read.records_batch_size
  }),
  faults: (value, { bucket, dialect }) =>
    value === null
      ? []
      : [
          ...(value.partition_date_source !== null && value.key_format !== "partitioned"
            ? [{ path: ["partition_date_source"], message: "Only partitioned keys have a source of their day" }]
            : []),
          ...(dialect === "rgw" && value.target_bucket === bucket
            ? [{ path: ["target_bucket"], message: "RGW keeps no log of a bucket within itself" }]
            : []),
          ...(dialect === "rgw"
            ? []
            : (["logging_type", "object_roll_time_seconds", "records_batch_size"] as const).flatMap((field) =>
                value[field] === null ? [] : [{ path: [field], message: "Only RGW knows this" }]
              ))
        ],
  warnings: (value, { bucket, dialect }) =>
    value === null || dialect === "aws" ? [] : [grantFor(value.target_bucket, bucket)]
}
