import { Context, Effect, Layer } from "effect"
import type { AuditEntity, AuditEntry } from "#domain/platform/audit/AuditEntry.ts"
import type { ChangeOutcome } from "#domain/platform/audit/GatewayChange.ts"
import { Audit } from "./Audit.ts"
import type { AuditBy } from "./auditBy.ts"
import type { GatewayChangeKind } from "./GatewayChangeKind.ts"
import type { GatewayChange } from "./GatewayChange.ts"
import { makeGatewayChanges } from "./gatewayChanges.ts"
import type { GatewayIntents } from "./GatewayIntents.ts"
import { Transaction } from "./Transaction.ts"
import type { Settings } from "#services/platform/Settings.ts"

/** Known before the change, or only from its result. */
type From<A, B> = B | ((result: A) => B)

/** What an entry says beside action and entity. */
export interface Said<A> {
  readonly by: From<A, AuditBy>
  readonly message: From<A, string>
  readonly metadata?: From<A, AuditEntry["metadata"]>
  /** `success` when absent. */
  readonly status?: From<A, "success" | "denied" | "failure">
}

/** What an entry says of something that changed nothing: `denied` unless told. */
export interface Noted {
  readonly by: AuditBy
  readonly message: string
  readonly metadata?: AuditEntry["metadata"]
  readonly status?: "denied" | "failure"
}

/** The one way to make a change that belongs into the audit trail; see `GatewayIntent` for why there is no way around it. */
export class Audited extends Context.Service<Audited, {
  /**
   * A change of our own rows: in one transaction with its entry, the caller's where one is open, so that what cannot be
   * written down does not happen. A null entity means that nothing changed and nothing is written down.
   *
   * @example
   * passkeys.removeAll(target.id).pipe(audited.rows("mfa.reset", uiUser(target), {
   *   by: byCaller(caller, "admin"), message: "Passkeys and recovery codes were taken away", metadata: (removed) => ({ passkeys: removed })
   * }))
   */
  readonly rows: <A>(action: string, entity: From<A, AuditEntity | null>, said: Said<A>) =>
    <E, R>(change: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Declares a kind of change of gateways; the answer makes such changes. Once for each kind, when a service is built. */
  readonly gateway: <About, Where, Seen>(kind: GatewayChangeKind<About, Where, Seen>) => GatewayChange<About, Where, Seen>
  /** Writes down what changed nothing; in the caller's transaction, or outside the one that the refusal takes back. */
  readonly noted: (action: string, entity: AuditEntity, said: Noted) => Effect.Effect<void>
  /** Finds out the outcome of one change of a gateway, of `thing` or any that is due; null when there is none. */
  readonly findOut: (thing: string | null) => Effect.Effect<ChangeOutcome | "open" | null>
}>()("stowage/services/platform/audit/Audited") {
  static readonly layer: Layer.Layer<Audited, never, Audit | GatewayIntents | Settings | Transaction> = Layer.effect(Audited, Effect.gen(function*() {
    const audit = yield* Audit
    const transaction = yield* Transaction
    const { findOut, gateway } = yield* makeGatewayChanges

    const rows = <A>(action: string, entity: From<A, AuditEntity | null>, said: Said<A>) => <E, R>(change: Effect.Effect<A, E, R>) =>
      transaction.join(Effect.tap(change, (result) => {
        const about = from(entity, result)
        return about === null ? Effect.void : audit.record({
          ...from(said.by, result), action, entity: about, status: from(said.status ?? "success", result),
          message: from(said.message, result), metadata: from(said.metadata ?? {}, result)
        })
      }))

    const noted = Effect.fn("Audited.noted")((action: string, entity: AuditEntity, { by, message, metadata = {}, status = "denied" }: Noted) =>
      audit.record({ ...by, action, entity, status, message, metadata }))

    return Audited.of({ rows, gateway, noted, findOut })
  }))
}

const from = <A, B extends object | string | null>(what: From<A, B>, result: A): B => typeof what === "function" ? what(result) : what
