import { Effect } from "effect"
import type { AuditScope } from "#domain/platform/audit/AuditEntry.ts"
import type { Registration, RegistrationKind, Registrations } from "./Registrations.ts"

export interface EndpointIdentity {
  readonly endpoint_id: number
  readonly external_id: string
}

export type GatewaySubject = number | EndpointIdentity

export type SubjectScope = "admin" | "cluster-admin"

export const scopeOfSubject = (subject: GatewaySubject): SubjectScope & AuditScope =>
  typeof subject === "number" ? "admin" : "cluster-admin"

/** Never matches a row: for identities that exist on the gateway only. */
export const UNREGISTERED_ID = 0

export const entityId = (id: number): string | null => (id === UNREGISTERED_ID ? null : String(id))

export const registrationOf = (
  registrations: Registrations["Service"],
  kind: RegistrationKind,
  { endpoint_id, external_id }: EndpointIdentity
): Effect.Effect<Registration | null> =>
  Effect.gen(function* () {
    const registration = (yield* registrations.registered(kind, endpoint_id, [external_id])).get(external_id)
    if (registration === undefined) return null
    return yield* Effect.catchTag(registrations.find(kind, registration.id), "NotFound", () => Effect.succeed(null))
  })
