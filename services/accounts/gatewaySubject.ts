import { Effect } from "effect"
import type { AuditScope } from "#domain/platform/audit/AuditEntry.ts"
import type { Registration, RegistrationKind, Registrations } from "./Registrations.ts"

/** Account or user of an endpoint by its gateway id, registered or not: how Cluster Admin names it. */
export interface EndpointIdentity {
  readonly endpoint_id: number
  readonly external_id: string
}

/** Id of a registration (Admin), or an identity of an endpoint (Cluster Admin). */
export type GatewaySubject = number | EndpointIdentity

export type SubjectScope = "admin" | "cluster-admin"

export const scopeOfSubject = (subject: GatewaySubject): SubjectScope & AuditScope =>
  typeof subject === "number" ? "admin" : "cluster-admin"

/** Id of what is on the gateway only: no row has it, so that what follows a change finds none. */
export const UNREGISTERED_ID = 0

export const entityId = (id: number): string | null => (id === UNREGISTERED_ID ? null : String(id))

/** Registration of an identity; null: it is on the gateway only. */
export const registrationOf = (
  registrations: Registrations["Service"],
  kind: RegistrationKind,
  { endpoint_id, external_id }: EndpointIdentity
): Effect.Effect<Registration | null> =>
  Effect.gen(function* () {
    const found = (yield* registrations.registered(kind, endpoint_id, [external_id])).get(external_id)
    if (found === undefined) return null
    // deleted between two reads
    return yield* Effect.catchTag(registrations.find(kind, found.id), "NotFound", () => Effect.succeed(null))
  })
