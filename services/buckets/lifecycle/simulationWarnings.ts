import type { LifecycleRule } from "#domain/buckets/lifecycle/Lifecycle.ts"
import type { LifecycleDialect } from "#domain/buckets/lifecycle/lifecyclePlan.ts"

export interface SimulationFacts {
  readonly rules: ReadonlyArray<LifecycleRule>
  readonly dialect: LifecycleDialect
  readonly versioning: "off" | "enabled" | "suspended" | null
  readonly tagsUnread: number
  readonly cutKeys: number
  readonly uploads: boolean
}

export const simulationWarnings = ({
  cutKeys,
  dialect,
  rules,
  tagsUnread,
  uploads,
  versioning
}: SimulationFacts): ReadonlyArray<string> => {
  const active = rules.filter(({ enabled }) => enabled)
  const old = active.some(
    ({ noncurrent_expiration, noncurrent_transitions }) =>
      noncurrent_expiration !== null || noncurrent_transitions.length > 0
  )
  const deletes = active.some(
    ({ expiration }) => expiration !== null && !("expired_object_delete_marker" in expiration)
  )
  return [
    ...(active.length === 0 ? ["No rule is on: nothing will happen"] : []),
    ...(versioning === "off" && old ? ["This bucket keeps no old versions: rules about them do nothing"] : []),
    ...(versioning === "enabled" &&
    deletes &&
    !active.some(({ noncurrent_expiration }) => noncurrent_expiration !== null)
      ? ["Deleted objects stay as old versions and no rule removes those: no space is freed"]
      : []),
    ...(versioning === "suspended" && deletes && dialect === "rgw"
      ? [
          "Versioning is suspended: the gateway deletes current versions for good, and what stood below them " +
            "comes back and is deleted in turn"
        ]
      : []),
    ...(versioning === null
      ? ["The key may not see whether this bucket keeps versions: it is taken for one that does"]
      : []),
    ...(tagsUnread > 0
      ? [
          `The tags of ${tagsUnread.toLocaleString("en-US")} objects were not read: rules with tags may do ` +
            "more than is told here"
        ]
      : []),
    ...(cutKeys > 0
      ? [`${cutKeys.toLocaleString("en-US")} keys have more versions than are looked at: more of them will go`]
      : []),
    ...(active.some(
      ({ transitions, noncurrent_transitions }) => transitions.length + noncurrent_transitions.length > 0
    ) && dialect === "rgw"
      ? ["Whether the gateway has the storage classes cannot be seen from here: without them nothing moves"]
      : []),
    ...(uploads ? ["What unfinished uploads hold is not known before they are removed: it is not among the bytes"] : [])
  ]
}
