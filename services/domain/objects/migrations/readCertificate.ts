import { Option, Schema } from "effect"
import { type CertificateHeader, CertificateLine, type CertifiedObject } from "./certificate.ts"

type Tally = Readonly<Record<CertifiedObject["verdict"], number>>

const noTally: Tally = { same: 0, different: 0, missing: 0, extra: 0, unknown: 0 }

export interface CertificateSummary {
  readonly header: CertificateHeader
  readonly buckets: number
  readonly unverified: ReadonlyArray<string>
  readonly objects: Tally
  readonly byEtag: number
  readonly byChecksum: number
  readonly open: Tally
}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(CertificateLine))

const isRead = ({ open }: CertificateSummary): boolean => Object.values(open).every((count) => count === 0)

const withObject = (
  summary: CertificateSummary,
  { checksum, verdict, verified_by }: CertifiedObject
): CertificateSummary | string => {
  if ((verdict === "same") !== (verified_by !== null)) return "an object claims more than was verified"
  if ((verified_by === "checksum") !== (checksum !== null)) return "an object names no checksum, or one too many"
  if (summary.open[verdict] === 0) return "a bucket has other objects than its comparison counted"
  return {
    ...summary,
    objects: { ...summary.objects, [verdict]: summary.objects[verdict] + 1 },
    byEtag: summary.byEtag + (verified_by === "etag" ? 1 : 0),
    byChecksum: summary.byChecksum + (verified_by === "checksum" ? 1 : 0),
    open: { ...summary.open, [verdict]: summary.open[verdict] - 1 }
  }
}

/** Null before the first line. A text explains what is wrong. */
export const afterCertificateLine = (summary: CertificateSummary | null, text: string): CertificateSummary | string => {
  const line = Option.getOrNull(decode(text))
  if (line === null) return "a line is not part of a certificate"
  if (summary === null)
    return line.type === "certificate"
      ? { header: line, buckets: 0, unverified: [], objects: noTally, byEtag: 0, byChecksum: 0, open: noTally }
      : "the first line is not the header of a certificate"
  switch (line.type) {
    case "certificate":
      return "a second header follows"
    case "object":
      return withObject(summary, line)
    case "bucket": {
      if (!isRead(summary)) return "objects of a bucket are absent"
      if ((line.verified_at === null) !== (line.counts === null)) return "a bucket was compared in part"
      const { different, extra, missing, same, unknown } = line.counts ?? noTally
      return {
        ...summary,
        buckets: summary.buckets + 1,
        unverified:
          line.counts === null ? [...summary.unverified, `${line.source} (${line.state})`] : summary.unverified,
        open: { same, different, missing, extra, unknown }
      }
    }
  }
}

export const certificateEndFault = (summary: CertificateSummary | null): string | null =>
  summary === null ? "it has no header" : isRead(summary) ? null : "objects of a bucket are absent"
