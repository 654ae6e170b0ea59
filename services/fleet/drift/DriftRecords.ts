import { Context, type DateTime, type Effect } from "effect"
import type { Difference, DriftKind, DriftSummary, EndpointDrift, Stored } from "#domain/accounts/Drift.ts"
import type { NotFound } from "#domain/platform/errors/Errors.ts"
import type { RegistrationKind } from "#services/accounts/Registrations.ts"

/** A registration as it is compared. */
export interface ComparedRegistration extends Stored {
  readonly id: number
  readonly name: string
  readonly endpoint_id: number
  /** What was found before. */
  readonly found: ReadonlyArray<DriftKind>
}

/** What is compared with gateways and what differed, as rows. */
export class DriftRecords extends Context.Service<DriftRecords, {
  /** Registrations of an endpoint with an id above `after`, by id. */
  readonly after: (kind: RegistrationKind, endpointId: number, after: number, limit: number) => Effect.Effect<ReadonlyArray<ComparedRegistration>>
  readonly find: (kind: RegistrationKind, id: number) => Effect.Effect<ComparedRegistration, NotFound>
  /** Takes the place of what was found before; false when another key, gateway name or suspension is stored by now, or nothing is: then it is as it was. */
  readonly replace: (compared: ComparedRegistration, found: ReadonlyArray<Difference>, now: DateTime.Utc) => Effect.Effect<boolean>
  /** How the last look at an endpoint ended; the endpoint may be gone by now. */
  readonly setChecked: (check: Omit<EndpointDrift, "name" | "checked_at">, now: DateTime.Utc) => Effect.Effect<void>
  readonly summary: Effect.Effect<DriftSummary>
}>()("stowage/services/fleet/drift/DriftRecords") {}
