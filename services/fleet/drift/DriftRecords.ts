import { Context, type DateTime, type Effect } from "effect"
import type { DriftDifference, DriftKind, DriftSummary, EndpointDrift, StoredSubject } from "#domain/accounts/Drift.ts"
import type { NotFound } from "#domain/platform/errors/Errors.ts"
import type { RegistrationKind } from "#services/accounts/Registrations.ts"

export interface ComparedRegistration extends StoredSubject {
  readonly id: number
  readonly name: string
  readonly endpoint_id: number
  readonly found: ReadonlyArray<DriftKind>
}

export class DriftRecords extends Context.Service<
  DriftRecords,
  {
    readonly after: (
      kind: RegistrationKind,
      endpointId: number,
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ComparedRegistration>>
    readonly find: (kind: RegistrationKind, id: number) => Effect.Effect<ComparedRegistration, NotFound>
    readonly replace: (
      compared: ComparedRegistration,
      found: ReadonlyArray<DriftDifference>,
      now: DateTime.Utc
    ) => Effect.Effect<boolean>
    readonly setChecked: (check: Omit<EndpointDrift, "name" | "checked_at">, now: DateTime.Utc) => Effect.Effect<void>
    readonly summary: Effect.Effect<DriftSummary>
  }
>()("stowage/services/fleet/drift/DriftRecords") {}
