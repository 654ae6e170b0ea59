import { Effect, Schema } from "effect"
import { RowId } from "../../platform/RowId.ts"
import { Name, Shaped } from "../../platform/Text.ts"
import { plainName } from "./plainName.ts"

const MAX_MAPPED_GROUPS = 200

const withDefault = <S extends Schema.Constraint>(schema: S, otherwise: S["Encoded"]) =>
  Schema.withDecodingDefaultKey<S>(Effect.succeed(otherwise))(schema)

export const MappedGroup = Schema.Struct({
  value: Name(1000),
  group_id: RowId,
  /** Confirms a mapping to a group with privileges; without it no user joins. */
  privileged: withDefault(Schema.Boolean, false)
}).annotate({ identifier: "MappedGroup" })
export type MappedGroup = typeof MappedGroup.Type

const MappedGroups = Schema.Array(MappedGroup).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(MAX_MAPPED_GROUPS),
  Schema.makeFilter((groups) => {
    const seen = new Set<string>()
    for (const [index, { group_id, value }] of groups.entries()) {
      const key = `${group_id} ${value}`
      if (seen.has(key)) return { path: [index, "value"], issue: "This is in the list already" }
      seen.add(key)
    }
    return true
  })
)

export const OidcGroupMapping = Schema.Struct({
  /** Claim of the ID token, else of UserInfo: a name, or a path (`realm_access.roles`). */
  claim: Shaped(/^[\x21-\x7e]+$/u, 200),
  groups: MappedGroups
}).annotate({ identifier: "OidcGroupMapping" })
export type OidcGroupMapping = typeof OidcGroupMapping.Type

export const LdapGroupMapping = Schema.Struct({
  attribute: withDefault(Shaped(/^[A-Za-z][A-Za-z0-9-]{0,62}$/u, 100), "memberOf"),
  groups: MappedGroups
}).annotate({ identifier: "LdapGroupMapping" })
export type LdapGroupMapping = typeof LdapGroupMapping.Type

export type GroupFault = "claim_missing" | "claim_not_a_list" | "values_not_texts" | "too_many_values"

export interface ClaimedGroups {
  readonly groups: ReadonlyArray<{ readonly group_id: number; readonly privileged: boolean }>
  readonly fault: GroupFault | null
}

/** Maximum values read: twice what the largest directories store in one entry. */
export const MAX_VALUES = 20_000

const own = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

/** Claim names may contain dots, as URLs do, so the whole name is tried first. */
const claimAt = (claims: unknown, path: string): unknown => own(claims, path) ?? path.split(".").reduce(own, claims)

const matchGroups = (
  mapped: ReadonlyArray<MappedGroup>,
  values: ReadonlyArray<unknown>,
  same: (text: string) => string
): ClaimedGroups => {
  const mappedByValue = Map.groupBy(mapped, ({ value }) => same(value))
  const maxLength = Math.max(...mapped.map(({ value }) => value.length)) * 4
  const privilegeByGroup = new Map<number, boolean>()
  let texts = true
  for (const value of values.slice(0, MAX_VALUES)) {
    if (typeof value !== "string") texts = false
    // too long to equal any spelling of a mapped name
    else if (value.length <= maxLength) {
      for (const { group_id, privileged } of mappedByValue.get(same(value)) ?? [])
        privilegeByGroup.set(group_id, privilegeByGroup.get(group_id) === true || privileged)
    }
  }
  return {
    groups: Array.from(privilegeByGroup, ([group_id, privileged]) => ({ group_id, privileged })),
    fault: values.length > MAX_VALUES ? "too_many_values" : texts ? null : "values_not_texts"
  }
}

export const claimedGroups = (
  { claim, groups }: OidcGroupMapping,
  ...sources: ReadonlyArray<unknown>
): ClaimedGroups => {
  const claimValue = sources
    .map((claims) => claimAt(claims, claim))
    .find((value) => value !== undefined && value !== null)
  if (claimValue === undefined) return { groups: [], fault: "claim_missing" }
  if (typeof claimValue !== "string" && !Array.isArray(claimValue)) return { groups: [], fault: "claim_not_a_list" }
  return matchGroups(groups, typeof claimValue === "string" ? [claimValue] : claimValue, (text) => text)
}

/** Matches attribute values in any spelling of their distinguished names. Null: a value that is not text. */
export const directoryGroups = ({ groups }: LdapGroupMapping, values: ReadonlyArray<string | null>): ClaimedGroups =>
  matchGroups(groups, values, plainName)
