import { Schema } from "effect"
import { ComparisonCounts } from "../comparison/BucketComparison.ts"
import type { ComparedPair } from "../comparison/compareEntries.ts"

export const CERTIFICATE_FORMAT = "stowage-migration-certificate"

/** Public part of the key that signs certificates, as a JWK. */
export const CertificateKey = Schema.Struct({
  kty: Schema.Literal("OKP"),
  crv: Schema.Literal("Ed25519"),
  x: Schema.String
})
export type CertificateKey = typeof CertificateKey.Type

/** First line of a certificate. */
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
    /** Properties that objects were allowed to lose. */
    accepted_losses: Schema.Array(Schema.String),
    source_context_id: Schema.String,
    target_context_id: Schema.String,
    started_at: Schema.NullOr(Schema.String),
    ended_at: Schema.NullOr(Schema.String),
    /** `current`: one version of each key; earlier versions and delete markers are not covered. */
    versions: Schema.Literal("current")
  })
})
export type CertificateHeader = typeof CertificateHeader.Type

/** Bucket of the migration; the objects of its comparison follow. */
export const CertificateBucket = Schema.Struct({
  type: Schema.Literal("bucket"),
  source: Schema.String,
  target: Schema.String,
  state: Schema.String,
  problem: Schema.NullOr(Schema.String),
  /** End of the comparison. Null when there was none, or its copies were removed since: no object follows. */
  verified_at: Schema.NullOr(Schema.String),
  counts: Schema.NullOr(ComparisonCounts),
  /** Report of the run, e.g. objects that could not be copied and uploads that were left. */
  report: Schema.Record(Schema.String, Schema.Json)
})
export type CertificateBucket = typeof CertificateBucket.Type

const CertifiedSide = Schema.Struct({
  size_bytes: Schema.Int,
  etag: Schema.NullOr(Schema.String),
  modified_at: Schema.NullOr(Schema.String)
})

/** Key of either side. `verified_by`: what both gateways reported equal; null unless the verdict is `same`. */
export const CertifiedObject = Schema.Struct({
  type: Schema.Literal("object"),
  key: Schema.String,
  verdict: Schema.Literals(["same", "different", "missing", "extra", "unknown"]),
  verified_by: Schema.NullOr(Schema.Literals(["etag", "checksum"])),
  checksum: Schema.NullOr(
    Schema.Struct({ algorithm: Schema.String, type: Schema.NullOr(Schema.String), value: Schema.String })
  ),
  source: Schema.NullOr(CertifiedSide),
  target: Schema.NullOr(CertifiedSide)
})
export type CertifiedObject = typeof CertifiedObject.Type

/** Last line: a compact JWS whose payload is a `CertificatePayload`. */
export const CertificateSignature = Schema.Struct({ type: Schema.Literal("signature"), jws: Schema.String })

/** Payload of the signature: the SHA-256, in hex, of all bytes before its line. */
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

/** Lines of compared objects, one for each key of listings of current versions. */
export const certifiedObjects = (pairs: ReadonlyArray<ComparedPair>): string =>
  pairs
    .map(({ checksum, key, proof, source, target, verdict }) =>
      certificateLine({
        type: "object",
        key,
        verdict,
        verified_by: proof,
        checksum,
        source: sideOf(source),
        target: sideOf(target)
      })
    )
    .join("")
