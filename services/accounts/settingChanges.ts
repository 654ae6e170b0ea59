import { Effect, Schema } from "effect"
import { matchesRequest } from "#domain/accounts/GatewaySettings.ts"
import { Conflict, type GatewayFailure, type InvalidInput, type NotFound } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayChangeKind } from "#services/platform/audit/GatewayChangeKind.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import { entityId, type SubjectScope } from "./gatewaySubject.ts"
import { nouns } from "./registrationChanges.ts"
import type { Registration, RegistrationKind } from "./Registrations.ts"

const subject = { id: Schema.Int, name: Schema.String, endpoint_id: Schema.Int, external_id: Schema.String }
const Subject = Schema.Struct(subject)
export type SettingSubject = typeof Subject.Type

export const settingSubject = ({
  external_id,
  id,
  name,
  storage_endpoint_id: endpoint_id
}: Registration): SettingSubject => ({ id, name, endpoint_id, external_id })

/** Excludes concurrent registration, unregistration and rotation. */
export const settingChangeKind = (kind: RegistrationKind, scope: SubjectScope = "admin") => ({
  scope,
  gateway: ({ endpoint_id }: SettingSubject) => `endpoint:${endpoint_id}`,
  thing: ({ endpoint_id, external_id }: SettingSubject) => `endpoint:${endpoint_id}/${kind}:${external_id}`,
  entity: ({ id, name }: SettingSubject) => ({ type: nouns[kind], id: entityId(id), label: name })
})

export const settingMessages = (what: string) => ({
  success: what,
  failure: `${what}: failed`,
  unknown: `${what}: it is not known whether it happened`
})

export interface Setting<A extends object> {
  readonly verb: string
  readonly wanted: Schema.ConstraintCodec<A, unknown>
  readonly read: (target: AdminTarget, externalId: string) => Effect.Effect<object, NotFound | GatewayFailure>
  readonly write: (
    target: AdminTarget,
    externalId: string,
    wanted: A
  ) => Effect.Effect<void, NotFound | Conflict | InvalidInput | GatewayFailure, GatewayIntent>
  readonly follows?: (id: number, wanted: A) => Effect.Effect<void>
}

export const refuseUnlessUnchanged = (now: object, was: object | undefined): Effect.Effect<void, Conflict> =>
  was === undefined || matchesRequest(now, was)
    ? Effect.void
    : Effect.fail(
        new Conflict({
          code: "stale_plan",
          detail: "Somebody else changed this on the gateway since it was read: look at it once more"
        })
      )

const goneIsNot = <R>(reading: Effect.Effect<object, NotFound | GatewayFailure, R>) =>
  Effect.catchTag(reading, "NotFound", () => Effect.succeed({}))

export const settingKind = <A extends object>(
  kind: RegistrationKind,
  { follows = () => Effect.void, read, verb, wanted: desiredOf }: Setting<A>,
  reach: (endpointId: number) => Effect.Effect<AdminTarget, NotFound>,
  scope: SubjectScope
): GatewayChangeKind<SettingSubject & { readonly wanted: A }, AdminTarget, null> => ({
  ...settingChangeKind(kind, scope),
  action: `${nouns[kind]}.${verb}`,
  about: Schema.Struct({ ...subject, wanted: desiredOf }) as unknown as Schema.ConstraintCodec<
    SettingSubject & { readonly wanted: A },
    unknown
  >,
  messages: ({ name }) => settingMessages(`${name}: ${verb} on the gateway`),
  metadata: ({ wanted: sent }) => ({ wanted: JSON.parse(JSON.stringify(sent)) }),
  reach: ({ endpoint_id }) => reach(endpoint_id),
  recover: (target, about) =>
    Effect.map(goneIsNot(read(target, about.external_id)), (now) => {
      const so = matchesRequest(now, about.wanted)
      return { isApplied: so, observed: null, rows: so ? follows(about.id, about.wanted) : Effect.void }
    }),
  assumeApplied: (_, { id, wanted: sent }) => ({ isApplied: true, observed: null, rows: follows(id, sent) })
})
