import { Schema } from "effect"
import { ComparisonCounts } from "../comparison/BucketComparison.ts"
import { type ComparedPair, pairsByKey, verdictOfKey } from "../comparison/compareEntries.ts"

export const CERTIFICATE_FORMAT = "stowage-migration-certificate"

export const CertificateKey = Schema.Struct({
  kty: Schema.Literal("OKP"),
  crv: Schema.Literal("Ed25519"),
  x: Schema.String
})
export type CertificateKey = typeof CertificateKey.Type

export const CertificateHeader = Schema.Struct({
  type: Schema.Literal("certificate"),
  format: Schema.Literal(CERTIFICATE_FORMAT),
  version: Schema.Literal(1),
  issued_at: Schema.String,
  key: CertificateKey,
  migration: Schema.Struct({
    id: Schema.Int,
    state: Schema.String,
    mode: Schema.String,
    strategy: Schema.String,
    strong_integrity_check: Schema.Boolean,
    accepted_losses: Schema.Array(Schema.String),
    source_context_id: Schema.String,
    target_context_id: Schema.String,
    started_at: Schema.NullOr(Schema.String),
    ended_at: Schema.NullOr(Schema.String),
    versions: Schema.Literals(["current", "all"])
  })
})
export type CertificateHeader = typeof CertificateHeader.Type

export const CertificateBucket = Schema.Struct({
  type: Schema.Literal("bucket"),
  source: Schema.String,
  target: Schema.String,
  state: Schema.String,
  problem: Schema.NullOr(Schema.String),
  verified_at: Schema.NullOr(Schema.String),
  counts: Schema.NullOr(ComparisonCounts),
  report: Schema.Record(Schema.String, Schema.Json)
})
export type CertificateBucket = typeof CertificateBucket.Type

const CertifiedSide = Schema.Struct({
  size_bytes: Schema.Int,
  etag: Schema.NullOr(Schema.String),
  modified_at: Schema.NullOr(Schema.String)
})

const verdict = Schema.Literals(["same", "different", "missing", "extra", "unknown"])
const proof = Schema.NullOr(Schema.Literals(["etag", "checksum"]))

const CertifiedVersion = Schema.Struct({
  version_id: Schema.NullOr(Schema.String),
  is_delete_marker: Schema.Boolean,
  ...CertifiedSide.fields
})

export const CertifiedObject = Schema.Struct({
  type: Schema.Literal("object"),
  key: Schema.String,
  verdict,
  verified_by: proof,
  checksum: Schema.NullOr(
    Schema.Struct({ algorithm: Schema.String, type: Schema.NullOr(Schema.String), value: Schema.String })
  ),
  source: Schema.NullOr(CertifiedSide),
  target: Schema.NullOr(CertifiedSide),
  versions: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        verdict,
        verified_by: proof,
        source: Schema.NullOr(CertifiedVersion),
        target: Schema.NullOr(CertifiedVersion)
      })
    )
  )
})
export type CertifiedObject = typeof CertifiedObject.Type

/** A compact JWS whose payload is a `CertificatePayload`. */
export const CertificateSignature = Schema.Struct({ type: Schema.Literal("signature"), jws: Schema.String })

export const CertificatePayload = Schema.Struct({
  format: Schema.Literal(CERTIFICATE_FORMAT),
  sha256: Schema.String,
  lines: Schema.Int
})
export type CertificatePayload = typeof CertificatePayload.Type

export const CertificateLine = Schema.Union([CertificateHeader, CertificateBucket, CertifiedObject])
export type CertificateLine = typeof CertificateLine.Type

export const certificateLine = (line: CertificateLine | typeof CertificateSignature.Type): string =>
  `${JSON.stringify(line)}\n`

const sideOf = (entry: ComparedPair["source"]): CertifiedObject["source"] =>
  entry === null ? null : { size_bytes: entry.size, etag: entry.etag, modified_at: entry.modifiedAt }

const versionOf = (entry: ComparedPair["source"]) => {
  const side = sideOf(entry)
  return entry === null || side === null
    ? null
    : { version_id: entry.versionId, is_delete_marker: entry.isMarker, ...side }
}

const versionedObject = (group: ReadonlyArray<ComparedPair>): CertifiedObject => {
  const verdictOfAll = verdictOfKey(group.map((pair) => pair.verdict))
  const isSame = verdictOfAll === "same"
  const byChecksum = isSame ? (group.find((pair) => pair.checksum !== null) ?? null) : null
  return {
    type: "object",
    key: group[0]?.key ?? "",
    verdict: verdictOfAll,
    verified_by: isSame ? (byChecksum === null ? "etag" : "checksum") : null,
    checksum: byChecksum?.checksum ?? null,
    source: sideOf(group.find((pair) => pair.source !== null)?.source ?? null),
    target: sideOf(group.find((pair) => pair.target !== null)?.target ?? null),
    versions: group.map((pair) => ({
      verdict: pair.verdict,
      verified_by: pair.proof,
      source: versionOf(pair.source),
      target: versionOf(pair.target)
    }))
  }
}

const currentObject = ({ checksum, key, proof, source, target, verdict }: ComparedPair): CertifiedObject => ({
  type: "object",
  key,
  verdict,
  verified_by: proof,
  checksum,
  source: sideOf(source),
  target: sideOf(target)
})

const isVersioned = ({ source, target }: ComparedPair): boolean => (source ?? target)?.versionId !== null

export const certifiedObjects = (pairs: ReadonlyArray<ComparedPair>): string =>
  pairsByKey(pairs)
    .flatMap((group) => (group.some(isVersioned) ? [versionedObject(group)] : group.map(currentObject)))
    .map(certificateLine)
    .join("")
