import { Option, Schema } from "effect"
import type { Logging } from "../../buckets/features/logging.ts"

const SID = "StowageAccessLogs"
const ROLL_TIME_SECONDS = 300

export const logBucketName = (accountId: string): string =>
  `stowage-logs-${accountId.toLowerCase().replace(/[^a-z0-9]/gu, "-")}`.slice(0, 63)

/** One prefix per bucket, because log objects of two buckets on one prefix interleave. */
export const accessLogging = (bucket: string, logBucket: string): Logging => ({
  target_bucket: logBucket,
  target_prefix: `${bucket}/`,
  key_format: null,
  partition_date_source: null,
  // Journal mode fails customers' requests if the log bucket is deleted
  logging_type: "Standard",
  object_roll_time_seconds: ROLL_TIME_SECONDS,
  records_batch_size: null
})

export const isAccessLogging = (value: Logging | null, bucket: string, logBucket: string): boolean =>
  value !== null &&
  value.target_bucket === logBucket &&
  value.target_prefix === `${bucket}/` &&
  value.logging_type !== "Journal" &&
  value.key_format !== "partitioned"

const Document = Schema.fromJsonString(
  Schema.StructWithRest(
    Schema.Struct({
      Statement: Schema.Union([
        Schema.Array(Schema.Record(Schema.String, Schema.Json)),
        Schema.Record(Schema.String, Schema.Json)
      ])
    }),
    [Schema.Record(Schema.String, Schema.Json)]
  )
)
const decode = Schema.decodeUnknownOption(Document)

const statementOf = (logBucket: string, accountId: string) => ({
  Sid: SID,
  Effect: "Allow",
  Principal: { Service: "logging.s3.amazonaws.com" },
  Action: "s3:PutObject",
  Resource: `arn:aws:s3:::${logBucket}/*`,
  Condition: { StringEquals: { "aws:SourceAccount": accountId } }
})

/** Lets RGW write logs of the account's buckets (S7); keeps other statements. Null: it is there. */
export const logBucketPolicy = (text: string | null, logBucket: string, accountId: string): string | null => {
  const own = statementOf(logBucket, accountId)
  const document = text === null ? null : Option.getOrNull(decode(text))
  if (document === null) return JSON.stringify({ Version: "2012-10-17", Statement: [own] })
  const statements: ReadonlyArray<Readonly<Record<string, Schema.Json>>> = [document.Statement].flat()
  if (statements.some((one) => JSON.stringify(one) === JSON.stringify(own))) return null
  return JSON.stringify({ ...document, Statement: [...statements.filter((one) => one["Sid"] !== SID), own] })
}

const name = /^(\d{4})-(\d{2})-(\d{2})-(\d{2})-(\d{2})-(\d{2})-[0-9A-Za-z]{16}$/u

/** Milliseconds since 1970; null: RGW did not write it. */
export const logObjectTime = (bucket: string, key: string): number | null => {
  const match = key.startsWith(`${bucket}/`) ? name.exec(key.slice(bucket.length + 1)) : null
  if (match === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}
