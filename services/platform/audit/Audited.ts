import { Context, Effect, Layer } from "effect"
import type { AuditEntity, AuditEntry } from "#domain/platform/audit/AuditEntry.ts"
import type { ChangeOutcome } from "#domain/platform/audit/GatewayChange.ts"
import { Audit } from "./Audit.ts"
import type { AuditBy } from "./auditBy.ts"
import type { GatewayChangeKind } from "./GatewayChangeKind.ts"
import type { GatewayChange } from "./GatewayChange.ts"
import { makeGatewayChanges } from "./gatewayChanges.ts"
import type { GatewayIntentBatches, GatewayIntents } from "./GatewayIntents.ts"
import { Transaction } from "./Transaction.ts"
import type { Settings } from "#services/platform/Settings.ts"

type From<A, B> = B | ((result: A) => B)

export interface AuditText<A> {
  readonly by: From<A, AuditBy>
  readonly message: From<A, string>
  readonly metadata?: From<A, AuditEntry["metadata"]>
  readonly status?: From<A, "success" | "denied" | "failure">
}

export interface AuditNote {
  readonly by: AuditBy
  readonly message: string
  readonly metadata?: AuditEntry["metadata"]
  readonly status?: "denied" | "failure"
}

/** `GatewayIntent` enforces that gateways are changed only through it. */
export class Audited extends Context.Service<
  Audited,
  {
    /** Changes our rows and writes the audit entry in one transaction. A null entity means no change: no entry. */
    readonly rows: <A>(
      action: string,
      entity: From<A, AuditEntity | null>,
      entry: AuditText<A>
    ) => <E, R>(change: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Call once per kind, when a service is built. */
    readonly gateway: <About, Where, Seen>(
      kind: GatewayChangeKind<About, Where, Seen>
    ) => GatewayChange<About, Where, Seen>
    readonly noted: (action: string, entity: AuditEntity, entry: AuditNote) => Effect.Effect<void>
    /** Recovers one open change, of `thing` or any due one; null when there is none. */
    readonly findOut: (thing: string | null) => Effect.Effect<ChangeOutcome | "open" | null>
  }
>()("stowage/services/platform/audit/Audited") {
  static readonly layer: Layer.Layer<
    Audited,
    never,
    Audit | GatewayIntentBatches | GatewayIntents | Settings | Transaction
  > = Layer.effect(
    Audited,
    Effect.gen(function* () {
      const audit = yield* Audit
      const transaction = yield* Transaction
      const { findOut, gateway } = yield* makeGatewayChanges

      const rows =
        <A>(action: string, entity: From<A, AuditEntity | null>, entry: AuditText<A>) =>
        <E, R>(change: Effect.Effect<A, E, R>) =>
          transaction.join(
            Effect.tap(change, (result) => {
              const about = from(entity, result)
              return about === null
                ? Effect.void
                : audit.record({
                    ...from(entry.by, result),
                    action,
                    entity: about,
                    status: from(entry.status ?? "success", result),
                    message: from(entry.message, result),
                    metadata: from(entry.metadata ?? {}, result)
                  })
            })
          )

      const noted = Effect.fn("Audited.noted")(
        (action: string, entity: AuditEntity, { by, message, metadata = {}, status = "denied" }: AuditNote) =>
          audit.record({ ...by, action, entity, status, message, metadata })
      )

      return Audited.of({ rows, gateway, noted, findOut })
    })
  )
}

const from = <A, B extends object | string | null>(what: From<A, B>, result: A): B =>
  typeof what === "function" ? what(result) : what
