import { Effect, Schema } from "effect"
import { Cap, additionalCaps } from "#domain/accounts/GatewaySettings.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayChangeKind } from "#services/platform/audit/GatewayChangeKind.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import type { GatewayUserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import type { SubjectScope } from "./gatewaySubject.ts"
import { settingChangeKind, settingMessages } from "./settingChanges.ts"

const About = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  endpoint_id: Schema.Int,
  external_id: Schema.String,
  before: Schema.Array(Cap),
  wanted: Schema.Array(Cap)
})
type About = typeof About.Type

const inWords = (caps: ReadonlyArray<Cap>) =>
  caps.length === 0 ? "none" : caps.map(({ perm, type }) => `${type}=${perm}`).join("; ")

/** One call removes, another adds. If the second fails, the old ones are restored. */
export const capsKind = (
  {
    reach,
    settings
  }: {
    readonly settings: GatewayUserSettings["Service"]
    readonly reach: (endpointId: number) => Effect.Effect<AdminTarget, NotFound>
  },
  scope: SubjectScope
): GatewayChangeKind<About, AdminTarget, null> => ({
  ...settingChangeKind("s3_user", scope),
  action: "rgw_user.caps",
  about: About,
  messages: ({ name, wanted }) => settingMessages(`${name}: capabilities ${inWords(wanted)}`),
  metadata: ({ before, wanted }) => ({ before: inWords(before), wanted: inWords(wanted) }),
  reach: ({ endpoint_id }) => reach(endpoint_id),
  recover: Effect.fnUntraced(function* (
    target: AdminTarget,
    { before, external_id }: About
  ): Effect.fn.Return<
    { readonly isApplied: boolean; readonly observed: null; readonly rows: Effect.Effect<void> },
    GatewayFailure,
    GatewayIntent
  > {
    const back = Effect.gen(function* () {
      const { caps } = yield* settings.settings(target, external_id)
      const [more, less] = [additionalCaps(caps, before), additionalCaps(before, caps)]
      if (more.length > 0) yield* settings.changeCaps(target, external_id, "remove", more)
      if (less.length > 0) yield* settings.changeCaps(target, external_id, "add", less)
    })
    yield* back.pipe(
      Effect.catchTag("NotFound", () => Effect.void),
      Effect.catchTag("InvalidInput", (error) => Effect.die(error))
    )
    return { isApplied: false, observed: null, rows: Effect.void }
  }),
  assumeApplied: null
})
