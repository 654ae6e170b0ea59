import { Effect } from "effect"
import type { PlannedChange } from "#domain/fleet/apply/planApply.ts"
import { type EntryOf, entryKeys } from "#domain/fleet/apply/sections.ts"
import type { GroupLinkEntry, UserLinkEntry } from "#domain/fleet/apply/sections/roleLinks.ts"
import type { GroupLink, UserLink } from "#domain/identity/Links.ts"
import {
  type Registration,
  type RegistrationKind,
  Registrations,
  type SentLinks
} from "#services/accounts/Registrations.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { DomainError } from "#domain/platform/errors/Errors.ts"
import { GatewayStates } from "../GatewayStates.ts"
import {
  idOfRow,
  lowerCase,
  type ReadEntry,
  rowId,
  type SectionWork,
  type Step,
  type StepContext,
  versionOf
} from "../sectionWork.ts"
import { holdingRow, requirePlanned } from "./plannedLinks.ts"

type Registered = "accounts" | "s3_users"
interface Service {
  readonly get: (id: number) => Effect.Effect<Links, DomainError>
  readonly update: (
    caller: Caller,
    id: number,
    input: SentLinks & { readonly name?: string; readonly version?: number }
  ) => Effect.Effect<{ readonly id: number }, DomainError>
}
interface Links {
  readonly user_links: ReadonlyArray<UserLink>
  readonly group_links: ReadonlyArray<GroupLink>
}

const rolesOf = ({ allow_manager_browser_data_access, manager_role, portal_role }: UserLink | GroupLink) => ({
  manager_role,
  portal_role,
  allow_manager_browser_data_access
})
const linksOf = ({ group_links, user_links }: Links) => ({
  user_links: user_links.map((link): UserLinkEntry => ({ user: link.email, ...rolesOf(link) })),
  group_links: group_links.map((link): GroupLinkEntry => ({ group: link.name, ...rolesOf(link) }))
})

export const differsOnGateway =
  ({ fields }: PlannedChange) =>
  (name: string): boolean =>
    fields.some(({ path }) => path === `on_gateway.${name}` || path.startsWith(`on_gateway.${name}.`))
export const expectValue = <A>(value: A | undefined) => (value === undefined ? {} : { was: value })

export const registerOrRename = (
  change: PlannedChange,
  { name, storage_endpoint }: { readonly name: string; readonly storage_endpoint: string },
  { caller, idOf }: StepContext,
  { update }: Service,
  register: (endpointId: number) => Effect.Effect<{ readonly id: number; readonly name: string }, DomainError>
): Step =>
  change.action === "update"
    ? idOfRow(update(caller, rowId(change), { name, ...versionOf(change) }))
    : Effect.gen(function* () {
        const registered = yield* register(idOf("storage_endpoints", lowerCase(storage_endpoint)))
        if (change.action === "import" && registered.name !== name) yield* update(caller, registered.id, { name })
        return registered.id
      })

/** Reads accounts and RGW users, and sets their links. */
export const registrations = Effect.gen(function* () {
  const { all } = yield* Registrations
  const gatewayStates = yield* GatewayStates
  const holding = yield* holdingRow

  const read = <S extends Registered>(
    section: S,
    kind: RegistrationKind,
    entryOf: (row: Registration) => EntryOf<S>
  ): SectionWork<S>["read"] =>
    Effect.fnUntraced(function* ({ endpoints, gatewaySelection }) {
      const sandboxes = new Set(endpoints.filter(({ is_sandbox }) => is_sandbox).map(({ id }) => id))
      const rows = (yield* all(kind)).map((row) => ({ row, entry: { ...entryOf(row), ...linksOf(row) } }))
      const selectedRows =
        gatewaySelection === "none"
          ? []
          : gatewaySelection === "all"
            ? rows
            : rows.filter(({ entry }) => entryKeys(section, entry).some((key) => gatewaySelection.has(key)))
      const readings = yield* gatewayStates.read(
        kind,
        selectedRows.map(({ row }) => row)
      )
      return rows.map(({ entry, row }): ReadEntry<S> => {
        const reading = readings.get(row.id)
        return {
          id: row.id,
          version: row.version,
          hidden: sandboxes.has(row.storage_endpoint_id),
          entry: reading !== undefined && "found" in reading ? { ...entry, on_gateway: reading.found } : entry,
          ...(reading !== undefined && "unread" in reading ? { unread: reading.unread } : {})
        }
      })
    })

  const setLinks =
    <S extends Registered>(
      section: S,
      thing: "rgw_account" | "rgw_user",
      { get, update }: Service
    ): NonNullable<SectionWork<S>["setLinks"]> =>
    (change, entry, id, { caller, idOf }) =>
      holding(
        thing,
        id,
        Effect.gen(function* () {
          const { group_links: groups, user_links: users } = entry
          const userId = (email: string) => idOf("users", lowerCase(email))
          const groupId = (name: string) => idOf("groups", lowerCase(name))
          yield* requirePlanned(section, change, entry, linksOf(yield* get(id)))
          yield* update(caller, id, {
            ...(users && { user_links: users.map(({ user, ...roles }) => ({ ...roles, user_id: userId(user) })) }),
            ...(groups && {
              group_links: groups.map(({ group, ...roles }) => ({ ...roles, group_id: groupId(group) }))
            })
          })
        })
      )
  return { read, setLinks }
})
