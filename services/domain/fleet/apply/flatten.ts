import { DateTime, type Schema } from "effect"
import { sortedCaps } from "../../accounts/GatewaySettings.ts"
import { rolesOf } from "../../identity/Links.ts"
import { normaliseEndpointUrl } from "../../gateways/endpoints/EndpointUrl.ts"
import type { AccountOnGatewayEntry, GroupLinkEntry, S3UserOnGatewayEntry, UserLinkEntry } from "./ApplyDocument.ts"

export type Flat = ReadonlyMap<string, Schema.Json>
type Pair = readonly [path: string, value: Schema.Json]
type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const leaf = (value: unknown): Schema.Json =>
  DateTime.isDateTime(value) ? DateTime.formatIso(value) : value === undefined ? null : (value as Schema.Json)

const pairs = (path: string, value: unknown): ReadonlyArray<Pair> =>
  isRecord(value) && !DateTime.isDateTime(value)
    ? Object.entries(value).flatMap(([name, part]) => pairs(`${path}.${name}`, part))
    : [[path, leaf(value)]]

const rolesText = (link: Parameters<typeof rolesOf>[0]): string => {
  const { allow_manager_browser_data_access, manager_role, portal_role } = rolesOf(link)
  return [manager_role, portal_role, allow_manager_browser_data_access ? "data access" : null]
    .filter((part) => part !== null)
    .join(", ")
}

const canonicalUrl = (value: unknown): Schema.Json =>
  typeof value === "string" ? (normaliseEndpointUrl(value) ?? value) : null

type Tag = { readonly label: string; readonly color?: string; readonly scope?: string }

/** A method: each field has values of its own type. */
type Flatten = { of(value: unknown): ReadonlyArray<Pair> }["of"]

const FLATTEN_BY_FIELD: Readonly<Record<string, Flatten>> = {
  url: (value: unknown) => [["url", canonicalUrl(value)]],
  custom_endpoint: (value: Fields) =>
    pairs("custom_endpoint", "url" in value ? { ...value, url: canonicalUrl(value["url"]) } : value),
  // null equals absent here
  features_config: (value: unknown) =>
    pairs("features_config", value)
      .filter(([, part]) => part !== null)
      .map(([path, part]) => [path, /\.(?:endpoint|healthcheck_url)$/.test(path) ? canonicalUrl(part) : part]),
  config: (
    value: Fields & { readonly group_mapping?: { readonly groups: ReadonlyArray<{ readonly group: string }> } | null }
  ) =>
    pairs(
      "config",
      value.group_mapping == null
        ? value
        : {
            ...value,
            group_mapping: {
              ...value.group_mapping,
              groups: value.group_mapping.groups.map((one) => ({ ...one, group: one.group.toLowerCase() }))
            }
          }
    ),
  on_gateway: ({ caps, ...rest }: AccountOnGatewayEntry & S3UserOnGatewayEntry) => [
    ...pairs("on_gateway", rest).map(
      ([path, value]): Pair => [path, value === null && /\.max_\w+$/.test(path) ? "unlimited" : value]
    ),
    ...(caps === undefined
      ? []
      : [
          [
            "on_gateway.caps",
            sortedCaps(caps)
              .map(({ perm, type }) => `${type}=${perm}`)
              .join(", ") || "none"
          ] as const
        ])
  ],
  user_links: (all: ReadonlyArray<UserLinkEntry>) =>
    all.map((link) => [`user_links[${link.user.toLowerCase()}]`, rolesText(link)]),
  group_links: (all: ReadonlyArray<GroupLinkEntry>) =>
    all.map((link) => [`group_links[${link.group.toLowerCase()}]`, rolesText(link)]),
  members: (all: ReadonlyArray<string>) => all.map((email) => [`members[${email.toLowerCase()}]`, "member"]),
  users: (all: ReadonlyArray<string>) => all.map((email) => [`users[${email.toLowerCase()}]`, "linked"]),
  groups: (all: ReadonlyArray<string>) => all.map((name) => [`groups[${name.toLowerCase()}]`, "linked"])
}

/** Colour and scope of connection tags belong to the label. */
const tagPairs = (tags: ReadonlyArray<string | Tag>): ReadonlyArray<Pair> =>
  tags.length === 0
    ? []
    : tags.every((tag) => typeof tag === "string")
      ? [["tags", [...tags]]]
      : tags.flatMap((tag): ReadonlyArray<Pair> => {
          const { color, label, scope } = tag as Tag
          const path = `tags[${label.toLowerCase()}]`
          return [
            [path, "on"],
            ...(color === undefined ? [] : [[`${path}.color`, color] as const]),
            ...(scope === undefined ? [] : [[`${path}.scope`, scope] as const])
          ]
        })

export const flatten = (entry: object, fields: ReadonlyArray<string>): Flat =>
  new Map(
    fields.flatMap((field): ReadonlyArray<Pair> => {
      const value = (entry as Fields)[field]
      if (value === undefined) return []
      if (field === "tags") return tagPairs(value as ReadonlyArray<string | Tag>)
      const own = value === null ? undefined : FLATTEN_BY_FIELD[field]
      return own === undefined ? pairs(field, value) : own(value)
    })
  )

/** Parts missing from the document are removed. */
const REPLACED_FIELDS = new Set([
  "features_config",
  "config",
  "tags",
  "user_links",
  "group_links",
  "members",
  "users",
  "groups"
])

const fieldOf = (path: string): string => /^[^.[]+/.exec(path)?.[0] ?? path

const same = (one: Schema.Json, other: Schema.Json): boolean => JSON.stringify(one) === JSON.stringify(other)

export interface Difference {
  readonly path: string
  readonly before: Schema.Json
  readonly after: Schema.Json
}

/** `named`: fields in the document, empty lists included. */
export const differences = (wanted: Flat, present: Flat, named: ReadonlySet<string>): ReadonlyArray<Difference> => [
  ...[...wanted].flatMap(([path, after]) => {
    const before = present.get(path) ?? null
    return same(before, after) ? [] : [{ path, before, after }]
  }),
  ...[...present]
    .flatMap(([path, before]) =>
      // an absent tag colour stays unchanged
      !wanted.has(path) &&
      before !== null &&
      (wanted.get(fieldOf(path)) === null ||
        (REPLACED_FIELDS.has(fieldOf(path)) && named.has(fieldOf(path)) && !/\]\.(?:color|scope)$/.test(path)))
        ? [{ path, before, after: null }]
        : []
    )
    .sort((one, other) => (one.path < other.path ? -1 : 1))
]

export const fieldsOf = (found: ReadonlyArray<Difference>): ReadonlySet<string> =>
  new Set(found.map(({ path }) => fieldOf(path)))
