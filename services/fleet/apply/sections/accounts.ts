import { Effect } from "effect"
import { AccountsOnGateway } from "#services/accounts/AccountsOnGateway.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import type { SectionWork } from "../sectionWork.ts"
import { differsOnGateway, expectValue, registerOrRename, registrations } from "./registrations.ts"

export const accounts = Effect.gen(function* () {
  const service = yield* RgwAccounts
  const onGateway = yield* AccountsOnGateway
  const { read, setLinks } = yield* registrations

  const work: SectionWork<"accounts"> = {
    read: read("accounts", "account", (row) => ({
      storage_endpoint: row.storage_endpoint_name,
      name: row.name,
      rgw_account_id: row.external_id
    })),
    createOrUpdate: (change, entry, context) =>
      registerOrRename(change, entry, context, service, (storage_endpoint_id) => {
        const { name, on_create = {}, rgw_account_id } = entry
        return rgw_account_id === undefined
          ? service.create(context.caller, { name, storage_endpoint_id, ...on_create })
          : service.import(context.caller, { storage_endpoint_id, rgw_account_id })
      }),
    setOnGateway: (change, { on_gateway = {} }, id, { caller }) =>
      Effect.gen(function* () {
        const differs = differsOnGateway(change)
        const { account_quota, bucket_quota, email, limits } = on_gateway
        const was = change.known?.entry?.on_gateway
        if (email !== undefined && differs("email"))
          yield* onGateway.update(caller, id, { email, ...expectValue(was && { email: was.email ?? null }) })
        if (limits !== undefined && differs("limits"))
          yield* onGateway.setLimits(caller, id, { ...limits, ...expectValue(was?.limits) })
        if (account_quota !== undefined && differs("account_quota"))
          yield* onGateway.setQuota(caller, id, "account", { ...account_quota, ...expectValue(was?.account_quota) })
        if (bucket_quota !== undefined && differs("bucket_quota"))
          yield* onGateway.setQuota(caller, id, "bucket", { ...bucket_quota, ...expectValue(was?.bucket_quota) })
        return id
      }),
    setLinks: setLinks("accounts", "rgw_account", service)
  }
  return work
})
