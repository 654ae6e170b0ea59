import { Effect, Schema } from "effect"
import { RowId } from "../../platform/RowId.ts"
import { Name, Shaped } from "../../platform/Text.ts"
import { plainName } from "./plainName.ts"

/** Groups of a provider that lead into groups here, at most. */
const mostMapped = 200

const either = <S extends Schema.Constraint>(schema: S, otherwise: S["Encoded"]) => Schema.withDecodingDefaultKey<S>(Effect.succeed(otherwise))(schema)

/** A group of a provider, and the one here that it leads into. */
export const MappedGroup = Schema.Struct({
  /** What the provider calls its group: a value of the claim, or the distinguished name that the attribute holds. */
  value: Name(1000),
  /** The group here whose members they are. */
  group_id: RowId,
  /** Says that this is meant where the group has privileges; without it such a group gets nobody. */
  privileged: either(Schema.Boolean, false)
}).annotate({ identifier: "MappedGroup" })
export type MappedGroup = typeof MappedGroup.Type

const MappedGroups = Schema.Array(MappedGroup).check(Schema.isMinLength(1), Schema.isMaxLength(mostMapped), Schema.makeFilter((groups) => {
  const seen = new Set<string>()
  for (const [index, { group_id, value }] of groups.entries()) {
    const key = `${group_id} ${value}`
    if (seen.has(key)) return { path: [index, "value"], issue: "This is in the list already" }
    seen.add(key)
  }
  return true
}))

/** How the groups of an OpenID Connect provider lead into groups here. */
export const OidcGroupMapping = Schema.Struct({
  /** Of the ID token, else of UserInfo: the name of a claim (`groups`, `https://example.org/groups`), or a path to one (`realm_access.roles`). */
  claim: Shaped(/^[\x21-\x7e]+$/u, 200),
  groups: MappedGroups
}).annotate({ identifier: "OidcGroupMapping" })
export type OidcGroupMapping = typeof OidcGroupMapping.Type

/** The same of a directory. */
export const LdapGroupMapping = Schema.Struct({
  /** Of a person's entry; it holds the names of the groups that they are in. */
  attribute: either(Shaped(/^[A-Za-z][A-Za-z0-9-]{0,62}$/u, 100), "memberOf"),
  groups: MappedGroups
}).annotate({ identifier: "LdapGroupMapping" })
export type LdapGroupMapping = typeof LdapGroupMapping.Type

/** What is wrong with how a provider says somebody's groups. What cannot be read names no group. */
export type GroupFault = "claim_missing" | "claim_not_a_list" | "values_not_texts" | "too_many_values"

/** Those of the mapped groups that a provider named; nothing else of what it says is kept. */
export interface ClaimedGroups {
  readonly groups: ReadonlyArray<{ readonly group_id: number; readonly privileged: boolean }>
  readonly fault: GroupFault | null
}

/** Values that are looked at; further ones name nothing. Twice what the largest directories put into one entry. */
export const mostValues = 20_000

const own = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined

/** Names of claims may hold dots, as URLs do: the whole name comes first. */
const claimAt = (claims: unknown, path: string): unknown => own(claims, path) ?? path.split(".").reduce(own, claims)

const named = (mapped: ReadonlyArray<MappedGroup>, values: ReadonlyArray<unknown>, same: (text: string) => string): ClaimedGroups => {
  const wanted = Map.groupBy(mapped, ({ value }) => same(value))
  const longest = Math.max(...mapped.map(({ value }) => value.length)) * 4
  const found = new Map<number, boolean>()
  let texts = true
  for (const value of values.slice(0, mostValues)) {
    if (typeof value !== "string") texts = false
    // what is longer than any spelling of what is looked for is not even compared
    else if (value.length <= longest) {
      for (const { group_id, privileged } of wanted.get(same(value)) ?? []) found.set(group_id, found.get(group_id) === true || privileged)
    }
  }
  return {
    groups: Array.from(found, ([group_id, privileged]) => ({ group_id, privileged })),
    fault: values.length > mostValues ? "too_many_values" : texts ? null : "values_not_texts"
  }
}

/** The groups that claims name; they are compared as they are written. A claim may be one text or a list of texts. */
export const claimedGroups = ({ claim, groups }: OidcGroupMapping, ...sources: ReadonlyArray<unknown>): ClaimedGroups => {
  const said = sources.map((claims) => claimAt(claims, claim)).find((value) => value !== undefined && value !== null)
  if (said === undefined) return { groups: [], fault: "claim_missing" }
  if (typeof said !== "string" && !Array.isArray(said)) return { groups: [], fault: "claim_not_a_list" }
  return named(groups, typeof said === "string" ? [said] : said, (text) => text)
}

/** The groups that the values of an attribute name, in any spelling of their distinguished names. Null: octets that are no text. */
export const directoryGroups = ({ groups }: LdapGroupMapping, values: ReadonlyArray<string | null>): ClaimedGroups => named(groups, values, plainName)
