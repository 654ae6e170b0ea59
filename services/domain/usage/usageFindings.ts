import type { UsageContents } from "./UsageContents.ts"
import type { FindingCode, UsageFinding } from "./UsageFinding.ts"

/** From here on a quota is near, as everywhere in the console. */
const near = 0.85
/** Old versions are worth a word once they are so many, or so large. */
const manyVersions = 100
const manyBytes = 1_073_741_824
/** Statistics and listings are not of one moment: below this they are the same. */
const slackBytes = 1_048_576
const slackShare = 0.01

/** What a count alone tells of a bucket. */
export const countedFindings = (bucket: { readonly used_bytes: number | null; readonly quota_usage: number | null }): ReadonlyArray<FindingCode> => [
  ...(bucket.used_bytes === null ? ["no_statistics" as const] : []),
  ...(bucket.quota_usage !== null && bucket.quota_usage >= near ? ["quota_near" as const] : [])
]

/** Bytes that were listed, as the gateway's statistics count them: parts of unfinished uploads are among them (A14). */
export const listedBytes = ({ current, noncurrent, uploads }: UsageContents): number => current.bytes + noncurrent.bytes + uploads.bytes

/** Whether what was listed, all of it, is not what the statistics say. */
export const countsDiffer = (contents: UsageContents, usedBytes: number | null): boolean =>
  usedBytes !== null && contents.complete && contents.uploads.bytes_complete &&
  Math.abs(usedBytes - listedBytes(contents)) > Math.max(slackBytes, usedBytes * slackShare)

/** What a look into a bucket tells; `contents: null`: it could not be listed. */
export const lookedFindings = (
  contents: UsageContents | null, hasLifecycle: boolean | null, differs: boolean
): ReadonlyArray<FindingCode> => {
  const lifecycle = hasLifecycle === false ? ["no_lifecycle" as const] : []
  if (contents === null) return ["unreadable", ...lifecycle]
  const { complete, current, noncurrent, uploads } = contents
  const most = noncurrent.bytes >= current.bytes && noncurrent.bytes > 0 && (noncurrent.count >= manyVersions || noncurrent.bytes >= manyBytes)
  return [
    ...(complete ? [] : ["partial" as const]),
    ...(uploads.old_count > 0 ? ["old_uploads" as const] : []),
    ...(most ? ["many_noncurrent" as const] : []),
    ...(differs ? ["counts_differ" as const] : []),
    ...lifecycle
  ]
}

type Words = readonly [severity: UsageFinding["severity"], one: string, many: string]
const words: Record<FindingCode, Words> = {
  unreadable: ["warning", "bucket could not be looked into", "buckets could not be looked into"],
  counts_differ: ["warning", "bucket holds something else than the gateway's statistics say: its index may need a check, or it was written to meanwhile", "buckets hold something else than the gateway's statistics say: their indexes may need a check, or they were written to meanwhile"],
  no_statistics: ["warning", "bucket gave no statistics and is counted as empty", "buckets gave no statistics and are counted as empty"],
  quota_near: ["warning", "bucket uses 85 % of its quota or more", "buckets use 85 % of their quota or more"],
  old_uploads: ["warning", "bucket has unfinished uploads older than 7 days", "buckets have unfinished uploads older than 7 days"],
  many_noncurrent: ["warning", "bucket holds more in noncurrent versions than in current objects", "buckets hold more in noncurrent versions than in current objects"],
  partial: ["info", "bucket is too large to be looked into whole: what is told of it is a part", "buckets are too large to be looked into whole: what is told of them is a part"],
  no_lifecycle: ["info", "bucket has no lifecycle rules", "buckets have no lifecycle rules"]
}
const order = Object.keys(words)
const named = 3

/** Findings in words, worst first; warnings of a few buckets name them. */
export const findingsOf = (found: ReadonlyArray<Pick<UsageFinding, "code" | "bucket_count" | "buckets">>): ReadonlyArray<UsageFinding> =>
  found.toSorted((one, other) => order.indexOf(one.code) - order.indexOf(other.code)).map((one) => {
    const [severity, single, many] = words[one.code]
    const names = severity === "warning" && one.bucket_count <= named ? `: ${one.buckets.join(", ")}` : ""
    return { ...one, severity, text: `${one.bucket_count} ${one.bucket_count === 1 ? single : many}${names}` }
  })

/** The warnings among one bucket's findings, worst first, as sentences; null: there are none. */
export const bucketWarnings = (codes: ReadonlyArray<FindingCode>): ReadonlyArray<string> | null => {
  const warnings = codes.filter((code) => words[code][0] === "warning").toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
  return warnings.length === 0 ? null : warnings.map((code) => `The ${words[code][1]}`)
}

/** The warnings among findings, as texts; null: there are none. */
export const warningsOf = (findings: ReadonlyArray<UsageFinding>): ReadonlyArray<string> | null => {
  const warnings = findings.filter(({ severity }) => severity === "warning").map(({ text }) => text)
  return warnings.length === 0 ? null : warnings
}
