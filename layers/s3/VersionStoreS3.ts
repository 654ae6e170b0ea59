import {
  DeleteObjectCommand,
  type DeleteObjectCommandOutput,
  PutObjectLegalHoldCommand,
  PutObjectRetentionCommand
} from "@aws-sdk/client-s3"
import { Effect, Layer } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { Conflict, type StorageError } from "#domain/platform/errors/Errors.ts"
import type { ObjectRef } from "#services/objects/ObjectDetailStore.ts"
import { VersionStore } from "#services/objects/VersionStore.ts"
import { listVersions } from "./listVersions.ts"
import { noConflict, S3Calls } from "./S3Calls.ts"
import type { VersionsDocument } from "./versionsXml.ts"

const named = ({ bucket, key, versionId }: ObjectRef) => ({
  Bucket: bucket,
  Key: key,
  VersionId: versionId ?? undefined
})

/** RGW: `InvalidRequest` for a bucket without object lock; `AccessDenied` when an earlier lock prevents the change. */
const refusals: Readonly<Record<string, string>> = {
  InvalidRequest: "This bucket was made without object lock",
  AccessDenied:
    "The gateway refused: a retention may be extended by whoever may set one; to shorten or loosen it takes " +
    "governance and the right to bypass it"
}

export const VersionStoreS3 = Layer.effect(
  VersionStore,
  Effect.gen(function* () {
    const calls = yield* S3Calls
    const ask = (target: S3Target, ref: ObjectRef, command: object) =>
      Effect.asVoid(noConflict(calls.send(target, command, { about: `${ref.bucket}/${ref.key}`, idempotent: true })))
    return VersionStore.of({
      newest: (target, bucket, key) =>
        // a key sorts before all that it prefixes, and the newest version comes first
        Effect.map(
          noConflict(
            calls.send<{ readonly listing: VersionsDocument }>(
              target,
              listVersions({ Bucket: bucket, Prefix: key, MaxKeys: 1 }),
              {
                about: bucket,
                idempotent: true,
                proof: "listing"
              }
            )
          ),
          ({
            listing: {
              versions: [first]
            }
          }) => (first?.key === key ? { versionId: first.versionId, isMarker: first.isMarker } : null)
        ),
      remove: (target, ref, bypassGovernance) =>
        ask(
          target,
          ref,
          new DeleteObjectCommand({ ...named(ref), ...(bypassGovernance ? { BypassGovernanceRetention: true } : {}) })
        ),
      hide: (target, bucket, key) =>
        Effect.map(
          noConflict(
            calls.send<DeleteObjectCommandOutput>(target, new DeleteObjectCommand({ Bucket: bucket, Key: key }), {
              about: `${bucket}/${key}`,
              idempotent: false
            })
          ),
          ({ DeleteMarker, VersionId }) => (DeleteMarker === true ? (VersionId ?? null) : null)
        ),
      protect: (target, ref, { legalHold, retention }) =>
        Effect.gen(function* () {
          if (legalHold !== undefined) {
            yield* ask(
              target,
              ref,
              new PutObjectLegalHoldCommand({ ...named(ref), LegalHold: { Status: legalHold ? "ON" : "OFF" } })
            )
          }
          if (retention !== undefined) {
            yield* ask(
              target,
              ref,
              new PutObjectRetentionCommand({
                ...named(ref),
                Retention: {
                  Mode: retention.mode === "compliance" ? "COMPLIANCE" : "GOVERNANCE",
                  RetainUntilDate: new Date(retention.until)
                },
                ...(retention.bypassGovernance ? { BypassGovernanceRetention: true } : {})
              })
            )
          }
        }).pipe(
          Effect.catchIf(
            (error): error is StorageError =>
              error._tag === "StorageError" && refusals[error.storage_code] !== undefined,
            ({ storage_code }) =>
              Effect.fail(new Conflict({ code: "state_conflict", detail: refusals[storage_code] ?? storage_code }))
          )
        )
    })
  })
)
