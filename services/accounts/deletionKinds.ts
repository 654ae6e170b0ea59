import { Effect, Schema } from "effect"
import type { NotFound } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayChangeKind } from "#services/platform/audit/GatewayChangeKind.ts"
import type { GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import type { GatewayKey } from "#services/gateways/endpoints/Rgw.ts"
import type { GatewayUserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import { settingChangeKind, settingMessages } from "./settingChanges.ts"

interface Way {
  readonly reach: (endpointId: number) => Effect.Effect<AdminTarget, NotFound>
  readonly forget: (id: number) => Effect.Effect<void>
}

const subject = { id: Schema.Int, name: Schema.String, endpoint_id: Schema.Int, external_id: Schema.String }
const UserAbout = Schema.Struct(subject)
const AccountAbout = Schema.Struct({
  ...subject,
  uid: Schema.String,
  root_name: Schema.String,
  /** Key of a recreated root user; stored beforehand, so that ours is recognised. */
  access_key: Schema.String
})
type AccountAbout = typeof AccountAbout.Type

export const userDeletionKind = ({
  forget,
  reach,
  settings
}: Way & { readonly settings: GatewayUserSettings["Service"] }): GatewayChangeKind<
  typeof UserAbout.Type,
  AdminTarget,
  null
> => ({
  ...settingChangeKind("s3_user"),
  action: "rgw_user.delete",
  about: UserAbout,
  messages: ({ external_id, name }) => settingMessages(`${name}: delete RGW user ${external_id} on the gateway`),
  metadata: ({ external_id }) => ({ rgw_user_uid: external_id }),
  reach: ({ endpoint_id }) => reach(endpoint_id),
  recover: (target, { external_id, id }) =>
    settings.settings(target, external_id).pipe(
      Effect.as({ isApplied: false, observed: null, rows: Effect.void }),
      Effect.catchTag("NotFound", () => Effect.succeed({ isApplied: true, observed: null, rows: forget(id) }))
    ),
  assumeApplied: (_target, { id }) => ({ isApplied: true, observed: null, rows: forget(id) })
})

/** Accounts with users cannot be deleted: the root user goes first, and is recreated if RGW then refuses. */
export const accountDeletionKind = ({
  forget,
  keepKey,
  reach,
  settings
}: Way & {
  readonly settings: GatewayAccountSettings["Service"]
  readonly keepKey: (account: AccountAbout, key: GatewayKey) => Effect.Effect<void>
}): GatewayChangeKind<AccountAbout, AdminTarget, null> => ({
  ...settingChangeKind("account"),
  action: "rgw_account.delete",
  about: AccountAbout,
  messages: ({ external_id, name }) => settingMessages(`${name}: delete RGW account ${external_id} on the gateway`),
  metadata: ({ external_id, uid }) => ({ rgw_account_id: external_id, rgw_user_uid: uid }),
  reach: ({ endpoint_id }) => reach(endpoint_id),
  recover: (target, about) =>
    settings.settings(target, about.external_id).pipe(
      Effect.andThen(
        settings.restoreRoot(target, about.external_id, {
          uid: about.uid,
          displayName: about.root_name,
          accessKey: about.access_key
        })
      ),
      Effect.map((key) => ({
        isApplied: false,
        observed: null,
        rows: key === null ? Effect.void : keepKey(about, key)
      })),
      Effect.catchTag("NotFound", () => Effect.succeed({ isApplied: true, observed: null, rows: forget(about.id) })),
      Effect.catchTag("Conflict", ({ detail }) =>
        Effect.as(Effect.logError(detail).pipe(Effect.annotateLogs({ uid: about.uid })), {
          isApplied: false,
          observed: null,
          rows: Effect.void
        })
      )
    ),
  assumeApplied: null
})
