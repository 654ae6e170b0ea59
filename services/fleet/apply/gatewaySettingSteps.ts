import { Effect } from "effect"
import type { EntryOf } from "#domain/fleet/apply/sections.ts"
import type { PlannedChange } from "#domain/fleet/apply/planApply.ts"
import { AccountsOnGateway } from "#services/accounts/AccountsOnGateway.ts"
import { UsersOnGateway } from "#services/accounts/UsersOnGateway.ts"
import { pickFields, type StepContext } from "./stepContext.ts"

const expectValue = <A>(value: A | undefined) => (value === undefined ? {} : { was: value })

/** Changes only the settings that differ, and only from the values that the plan was made for. */
export const gatewaySettingSteps = Effect.gen(function* () {
  const accountsOnGateway = yield* AccountsOnGateway
  const usersOnGateway = yield* UsersOnGateway

  return Effect.fnUntraced(function* (change: PlannedChange, { caller, document, idOf }: StepContext) {
    const { fields, index, key, known: knownEntry, section } = change
    const differs = (name: string) =>
      fields.some(({ path }) => path === `on_gateway.${name}` || path.startsWith(`on_gateway.${name}.`))
    const at = index ?? 0
    if (section === "accounts") {
      const id = idOf(section, key.slice(section.length + 1))
      const { account_quota, bucket_quota, email, limits } = document.accounts?.[at]?.on_gateway ?? {}
      const was = (knownEntry?.entry as EntryOf<"accounts"> | undefined)?.on_gateway
      if (email !== undefined && differs("email"))
        yield* accountsOnGateway.update(caller, id, { email, ...expectValue(was && { email: was.email ?? null }) })
      if (limits !== undefined && differs("limits"))
        yield* accountsOnGateway.setLimits(caller, id, { ...limits, ...expectValue(was?.limits) })
      if (account_quota !== undefined && differs("account_quota"))
        yield* accountsOnGateway.setQuota(caller, id, "account", {
          ...account_quota,
          ...expectValue(was?.account_quota)
        })
      if (bucket_quota !== undefined && differs("bucket_quota"))
        yield* accountsOnGateway.setQuota(caller, id, "bucket", { ...bucket_quota, ...expectValue(was?.bucket_quota) })
      return id
    }
    const id = idOf("s3_users", key.slice("s3_users".length + 1))
    const { bucket_quota, caps, default_placement, email, max_buckets, op_mask, rate_limit, suspended, user_quota } =
      document.s3_users?.[at]?.on_gateway ?? {}
    const was = (knownEntry?.entry as EntryOf<"s3_users"> | undefined)?.on_gateway
    const profile = {
      ...(email !== undefined && differs("email") ? { email } : {}),
      ...(max_buckets !== undefined && differs("max_buckets") ? { max_buckets } : {}),
      ...(op_mask !== undefined && differs("op_mask") ? { op_mask } : {}),
      ...(default_placement !== undefined && differs("default_placement") ? { default_placement } : {})
    }
    if (Object.keys(profile).length > 0) {
      yield* usersOnGateway.update(caller, id, {
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
      yield* usersOnGateway.setQuota(caller, id, "user", { ...user_quota, ...expectValue(was?.user_quota) })
    if (bucket_quota !== undefined && differs("bucket_quota"))
      yield* usersOnGateway.setQuota(caller, id, "bucket", { ...bucket_quota, ...expectValue(was?.bucket_quota) })
    if (rate_limit !== undefined && differs("rate_limit"))
      yield* usersOnGateway.setRateLimit(caller, id, { ...rate_limit, ...expectValue(was?.rate_limit) })
    if (caps !== undefined && differs("caps"))
      yield* usersOnGateway.setCaps(caller, id, { caps, ...expectValue(was?.caps) })
    if (suspended !== undefined && differs("suspended")) yield* usersOnGateway.suspend(caller, id, { suspended })
    return id
  })
})
