import type { Rule } from "./rule"

const orNothing = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> | undefined => (list.length === 0 ? undefined : list)

const filterOf = ({ prefix, size_greater_than: above, size_less_than: below, tags }: Rule["filter"]) => {
  const parts = [
    ...(prefix === "" ? [] : [{ Prefix: prefix }]),
    ...tags.map(({ key: Key, value: Value }) => ({ Tag: { Key, Value } })),
    ...(above === null ? [] : [{ ObjectSizeGreaterThan: above }]),
    ...(below === null ? [] : [{ ObjectSizeLessThan: below }])
  ]
  if (parts.length <= 1) return parts[0] ?? { Prefix: "" }
  return {
    And: {
      Prefix: prefix === "" ? undefined : prefix,
      Tags: orNothing(tags.map(({ key: Key, value: Value }) => ({ Key, Value }))),
      ObjectSizeGreaterThan: above ?? undefined,
      ObjectSizeLessThan: below ?? undefined
    }
  }
}

const momentOf = (moment: { readonly days: number } | { readonly date: string }) =>
  "days" in moment ? { Days: moment.days } : { Date: /T/.test(moment.date) ? moment.date : `${moment.date}T00:00:00Z` }

export const lifecycleOption = ({ rules }: { readonly rules: ReadonlyArray<Rule> }) => ({
  option: "lifecycle-configuration",
  value: {
    Rules: rules.map((rule) => ({
      ID: rule.id ?? undefined,
      Status: rule.enabled ? "Enabled" : "Disabled",
      Filter: filterOf(rule.filter),
      Expiration:
        rule.expiration === null
          ? undefined
          : "expired_object_delete_marker" in rule.expiration
            ? { ExpiredObjectDeleteMarker: true }
            : momentOf(rule.expiration),
      NoncurrentVersionExpiration:
        rule.noncurrent_expiration === null
          ? undefined
          : {
              NoncurrentDays: rule.noncurrent_expiration.days,
              NewerNoncurrentVersions: rule.noncurrent_expiration.newer_versions ?? undefined
            },
      Transitions: orNothing(rule.transitions.map((one) => ({ ...momentOf(one), StorageClass: one.storage_class }))),
      NoncurrentVersionTransitions: orNothing(
        rule.noncurrent_transitions.map((one) => ({
          NoncurrentDays: one.days,
          NewerNoncurrentVersions: one.newer_versions ?? undefined,
          StorageClass: one.storage_class
        }))
      ),
      AbortIncompleteMultipartUpload:
        rule.abort_multipart === null ? undefined : { DaysAfterInitiation: rule.abort_multipart.days }
    }))
  }
})
