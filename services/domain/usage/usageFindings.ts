import type { UsageContents } from "./UsageContents.ts"
import type { FindingCode, UsageFinding } from "./UsageFinding.ts"

const NEAR_QUOTA = 0.85
/** Thresholds below which old versions are not reported. */
const MANY_VERSIONS = 100
const MANY_BYTES = 1_073_741_824
/** Tolerance: statistics and listings are taken at different times. */
const TOLERANCE_BYTES = 1_048_576
const TOLERANCE_SHARE = 0.01

export const countedFindings = (bucket: {
  readonly used_bytes: number | null
  readonly quota_usage: number | null
}): ReadonlyArray<FindingCode> => [
  ...(bucket.used_bytes === null ? ["no_statistics" as const] : []),
  ...(bucket.quota_usage !== null && bucket.quota_usage >= NEAR_QUOTA ? ["quota_near" as const] : [])
]

/** Statistics of the gateway include parts of unfinished uploads (A14). */
export const listedBytes = ({ current, noncurrent, uploads }: UsageContents): number =>
  current.bytes + noncurrent.bytes + uploads.bytes

export const countsDiffer = (contents: UsageContents, usedBytes: number | null): boolean =>
  usedBytes !== null &&
  contents.complete &&
  contents.uploads.bytes_complete &&
  Math.abs(usedBytes - listedBytes(contents)) > Math.max(TOLERANCE_BYTES, usedBytes * TOLERANCE_SHARE)

export const scanFindings = (
  contents: UsageContents | null,
  hasLifecycle: boolean | null,
  differs: boolean
): ReadonlyArray<FindingCode> => {
  const lifecycle = hasLifecycle === false ? ["no_lifecycle" as const] : []
  if (contents === null) return ["unreadable", ...lifecycle]
  const { complete, current, noncurrent, uploads } = contents
  const mostlyNoncurrent =
    noncurrent.bytes >= current.bytes &&
    noncurrent.bytes > 0 &&
    (noncurrent.count >= MANY_VERSIONS || noncurrent.bytes >= MANY_BYTES)
  return [
    ...(complete ? [] : ["partial" as const]),
    ...(uploads.old_count > 0 ? ["old_uploads" as const] : []),
    ...(mostlyNoncurrent ? ["many_noncurrent" as const] : []),
    ...(differs ? ["counts_differ" as const] : []),
    ...lifecycle
  ]
}

type Words = readonly [severity: UsageFinding["severity"], one: string, many: string]
const words: Record<FindingCode, Words> = {
  unreadable: ["warning", "bucket could not be looked into", "buckets could not be looked into"],
  counts_differ: [
    "warning",
    "bucket holds something else than the gateway's statistics say: its index may need a check, or it was " +
      "written to meanwhile",
    "buckets hold something else than the gateway's statistics say: their indexes may need a check, or they " +
      "were written to meanwhile"
  ],
  no_statistics: [
    "warning",
    "bucket gave no statistics and is counted as empty",
    "buckets gave no statistics and are counted as empty"
  ],
  quota_near: ["warning", "bucket uses 85 % of its quota or more", "buckets use 85 % of their quota or more"],
  old_uploads: [
    "warning",
    "bucket has unfinished uploads older than 7 days",
    "buckets have unfinished uploads older than 7 days"
  ],
  many_noncurrent: [
    "warning",
    "bucket holds more in noncurrent versions than in current objects",
    "buckets hold more in noncurrent versions than in current objects"
  ],
  partial: [
    "info",
    "bucket is too large to be looked into whole: what is told of it is a part",
    "buckets are too large to be looked into whole: what is told of them is a part"
  ],
  no_lifecycle: ["info", "bucket has no lifecycle rules", "buckets have no lifecycle rules"]
}
const order = Object.keys(words)
const MAX_NAMED_BUCKETS = 3

export const sortedFindings = (
  findings: ReadonlyArray<Pick<UsageFinding, "code" | "bucket_count" | "buckets">>
): ReadonlyArray<UsageFinding> =>
  findings
    .toSorted((one, other) => order.indexOf(one.code) - order.indexOf(other.code))
    .map((one) => {
      const [severity, single, many] = words[one.code]
      const names = severity === "warning" && one.bucket_count <= MAX_NAMED_BUCKETS ? `: ${one.buckets.join(", ")}` : ""
      return { ...one, severity, text: `${one.bucket_count} ${one.bucket_count === 1 ? single : many}${names}` }
    })

export const bucketWarnings = (codes: ReadonlyArray<FindingCode>): ReadonlyArray<string> | null => {
  const warnings = codes
    .filter((code) => words[code][0] === "warning")
    .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
  return warnings.length === 0 ? null : warnings.map((code) => `The ${words[code][1]}`)
}

export const warningTexts = (findings: ReadonlyArray<UsageFinding>): ReadonlyArray<string> | null => {
  const warnings = findings.filter(({ severity }) => severity === "warning").map(({ text }) => text)
  return warnings.length === 0 ? null : warnings
}
