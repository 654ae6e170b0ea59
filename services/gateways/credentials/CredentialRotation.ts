import { Conflict } from "#domain/platform/errors/Errors.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { type AuditBy, byOperator } from "#services/platform/audit/auditBy.ts"
import { Context, Effect, Layer, Option } from "effect"
import { CredentialCipher } from "./CredentialCipher.ts"
import {
  type CredentialPlace,
  credentialPlaces,
  type StoredCredential,
  StoredCredentials
} from "./StoredCredentials.ts"

const BATCH_SIZE = 100

export interface RotationProgress {
  readonly place: CredentialPlace
  readonly done: number
  readonly due: number
}

export interface RotationReport {
  readonly rotated: Readonly<Record<CredentialPlace, number>>
  readonly unreadable: ReadonlyArray<{ readonly place: CredentialPlace; readonly id: string }>
  readonly left: number
}

/** Rows are replaced only if unchanged; a rerun resumes an interrupted rotation. */
export class CredentialRotation extends Context.Service<
  CredentialRotation,
  {
    readonly rotate: (
      progress: (progress: RotationProgress) => Effect.Effect<void>,
      by?: AuditBy
    ) => Effect.Effect<RotationReport, Conflict>
  }
>()("stowage/services/gateways/credentials/CredentialRotation") {
  static readonly layer = Layer.effect(
    CredentialRotation,
    Effect.gen(function* () {
      const stored = yield* StoredCredentials
      const cipher = yield* CredentialCipher
      const audited = yield* Audited
      const prefix = cipher.currentPrefix

      const rotateOne = (place: CredentialPlace, credential: StoredCredential) =>
        cipher.decrypt(credential.purpose, credential.ciphertext).pipe(
          Effect.flatMap((secret) => cipher.encrypt(credential.purpose, secret)),
          Effect.flatMap((ciphertext) => stored.replace(place, credential, ciphertext)),
          Effect.match({
            onFailure: () => "unreadable" as const,
            onSuccess: (replaced) => (replaced ? ("rotated" as const) : ("changed" as const))
          })
        )

      const auditTally = (by: AuditBy, tally: Tally, message: string, remaining: number | null) =>
        Effect.void.pipe(
          audited.rows(
            "credentials.rotate",
            { type: "credential_ring", id: null, label: null },
            {
              by,
              status: remaining === 0 && tally.unreadable.length === 0 ? "success" : "failure",
              message,
              metadata: {
                rotated: tally.rotated,
                unreadable: tally.unreadable.length,
                ...(remaining === null ? {} : { left: remaining })
              }
            }
          )
        )

      const rotateAll = Effect.fnUntraced(function* (
        tally: Tally,
        progress: (progress: RotationProgress) => Effect.Effect<void>
      ) {
        const dueCount = yield* stored.countDue(prefix)
        let done = 0
        for (const place of credentialPlaces) {
          let batch = yield* stored.due(place, prefix, null, BATCH_SIZE)
          while (batch.length > 0) {
            for (const credential of batch) {
              const outcome = yield* rotateOne(place, credential)
              if (outcome === "rotated") tally.rotated[place] += 1
              if (outcome === "unreadable") tally.unreadable.push({ place, id: credential.id })
            }
            done += batch.length
            yield* progress({ place, done, due: dueCount })
            batch = yield* stored.due(place, prefix, batch.at(-1)?.id ?? null, BATCH_SIZE)
          }
        }
        const remaining = Math.max(0, (yield* stored.countDue(prefix)) - tally.unreadable.length)
        const report: RotationReport = { rotated: tally.rotated, unreadable: tally.unreadable, left: remaining }
        return report
      })

      const rotate = Effect.fn("CredentialRotation.rotate")(function* (
        progress: (progress: RotationProgress) => Effect.Effect<void>,
        by: AuditBy = byOperator("admin")
      ) {
        const outcome = yield* stored.alone(
          Effect.suspend(() => {
            const tally = emptyTally()
            return rotateAll(tally, progress).pipe(
              Effect.tap(({ left: remaining }) =>
                auditTally(by, tally, "Stored credentials were re-encrypted", remaining)
              ),
              Effect.onInterrupt(() => auditTally(by, tally, "Re-encrypting stored credentials was interrupted", null))
            )
          })
        )
        if (Option.isNone(outcome)) return yield* running
        return outcome.value
      })

      return CredentialRotation.of({ rotate })
    })
  )
}

interface Tally {
  readonly rotated: Record<CredentialPlace, number>
  readonly unreadable: Array<{ readonly place: CredentialPlace; readonly id: string }>
}

const emptyTally = (): Tally => ({
  rotated: {
    storage_endpoints: 0,
    endpoint_s3_keys: 0,
    rgw_accounts: 0,
    rgw_users: 0,
    s3_connections: 0,
    identity_providers: 0,
    auth_sessions: 0,
    oidc_states: 0,
    shares: 0,
    bucket_migrations: 0,
    certificate_keys: 0
  },
  unreadable: []
})

const running = new Conflict({
  code: "state_conflict",
  detail: "Stored credentials are being re-encrypted by another process: wait for it"
})
