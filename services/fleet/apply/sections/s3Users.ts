import { Effect } from "effect"
import { RgwUsers } from "#services/accounts/RgwUsers.ts"
import { UsersOnGateway } from "#services/accounts/UsersOnGateway.ts"
import { pickFields, type SectionWork } from "../sectionWork.ts"
import { differsOnGateway, expectValue, registerOrRename, registrations } from "./registrations.ts"

export const s3Users = Effect.gen(function* () {
  const service = yield* RgwUsers
  const onGateway = yield* UsersOnGateway
  const { read, setLinks } = yield* registrations

  const work: SectionWork<"s3_users"> = {
    read: read("s3_users", "s3_user", (row) => ({
      storage_endpoint: row.storage_endpoint_name,
      rgw_user_uid: row.uid,
      name: row.name,
      existing: true
    })),
    createOrUpdate: (change, entry, context) =>
      registerOrRename(change, entry, context, service, (storage_endpoint_id) => {
        const { existing, name, on_create = {}, rgw_user_uid } = entry
        return existing === true
          ? service.import(context.caller, { storage_endpoint_id, rgw_user_uid })
          : service.create(context.caller, { rgw_user_uid, name, storage_endpoint_id, ...on_create })
      }),
    setOnGateway: (change, { on_gateway = {} }, id, { caller }) =>
      Effect.gen(function* () {
        const differs = differsOnGateway(change)
        const {
          bucket_quota,
          caps,
          default_placement,
          email,
          max_buckets,
          op_mask,
          rate_limit,
          suspended,
          user_quota
        } = on_gateway
        const was = change.known?.entry?.on_gateway
        const profile = {
          ...(email !== undefined && differs("email") ? { email } : {}),
          ...(max_buckets !== undefined && differs("max_buckets") ? { max_buckets } : {}),
          ...(op_mask !== undefined && differs("op_mask") ? { op_mask } : {}),
          ...(default_placement !== undefined && differs("default_placement") ? { default_placement } : {})
        }
        if (Object.keys(profile).length > 0) {
          yield* onGateway.update(caller, id, {
            ...profile,
            ...expectValue(
              was &&
                pickFields(
                  {
                    email: was.email ?? null,
                    max_buckets: was.max_buckets ?? null,
                    op_mask: was.op_mask ?? [],
                    default_placement: was.default_placement ?? null
                  },
                  new Set(Object.keys(profile))
                )
            )
          })
        }
        if (user_quota !== undefined && differs("user_quota"))
          yield* onGateway.setQuota(caller, id, "user", { ...user_quota, ...expectValue(was?.user_quota) })
        if (bucket_quota !== undefined && differs("bucket_quota"))
          yield* onGateway.setQuota(caller, id, "bucket", { ...bucket_quota, ...expectValue(was?.bucket_quota) })
        if (rate_limit !== undefined && differs("rate_limit"))
          yield* onGateway.setRateLimit(caller, id, { ...rate_limit, ...expectValue(was?.rate_limit) })
        if (caps !== undefined && differs("caps"))
          yield* onGateway.setCaps(caller, id, { caps, ...expectValue(was?.caps) })
        if (suspended !== undefined && differs("suspended")) yield* onGateway.suspend(caller, id, { suspended })
        return id
      }),
    setLinks: setLinks("s3_users", "rgw_user", service)
  }
  return work
})
