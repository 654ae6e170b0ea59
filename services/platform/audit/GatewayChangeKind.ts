import type { Effect, Schema } from "effect"
import type { AuditEntity, AuditEntry } from "#domain/platform/audit/AuditEntry.ts"
import type { ChangeOutcome } from "#domain/platform/audit/GatewayChange.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { GatewayIntent } from "./GatewayIntent.ts"

/** What a look at the gateway found, or what taking back or finishing a change led to. */
export interface Recovered<Seen> {
  /** Whether it is as the change wanted it. */
  readonly so: boolean
  readonly seen: Seen
  /** Our own rows that follow from it, such as the snapshot's; written with the outcome. */
  readonly rows: Effect.Effect<void>
}

/**
 * A way in which gateways are changed, told once: how it is audited, and how it is found out what became of one whose
 * outcome is missing. `About` is what is kept of it, so that a process that knows nothing else can find out.
 */
export interface GatewayChangeKind<About, Where, Seen> {
  readonly action: string
  readonly scope: AuditEntry["scope"]
  readonly about: Schema.ConstraintCodec<About, unknown>
  /** Whose turn it takes, e.g. `endpoint:3`. */
  readonly gateway: (about: About) => string
  /** One change of a thing at a time, e.g. `endpoint:3/bucket:photos`. */
  readonly thing: (about: About) => string
  readonly entity: (about: About) => AuditEntity
  readonly messages: (about: About) => Readonly<Record<ChangeOutcome, string>>
  readonly metadata: (about: About) => AuditEntry["metadata"]
  /** The way to the gateway for whoever has nothing but `About`. */
  readonly reach: (about: About) => Effect.Effect<Where, NotFound>
  /**
   * Finds out, and may be asked any number of times: by a look at the gateway where one call is the change, by taking
   * back what was done where there were several, or by doing the rest. `live`: right after the change, else later.
   */
  readonly recover: (where: Where, about: About, live: boolean) => Effect.Effect<Recovered<Seen>, GatewayFailure, GatewayIntent>
  /** What is taken for so when the gateway said that it is done and then cannot be looked at; null: it has no `asked`. */
  readonly assumed: ((where: Where, about: About) => Recovered<Seen>) | null
}
