import type { Answer, Row } from "~/client/contract"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { counted } from "~/lib/format"
import { rightNames } from "./right-switches"

type Access = Answer<"GET /api/admin/users/:user_id">["effective_access"]
type Source = Access["privileges"]["cluster_admin"]["from"][number]

interface Line {
  readonly what: string
  readonly right: string
  readonly from: ReadonlyArray<Source>
}

const SHOWN = 200
const PORTAL = { portal_manager: "Portal manager", portal_user: "Portal user" } as const

const ofThing = (
  what: string,
  roles: Pick<Access["accounts"][number], "allow_manager_browser_data_access" | "manager_role" | "portal_role">
): ReadonlyArray<Line> => [
  ...(roles.manager_role.role === null ? [] : [{ what, right: "Manager", from: roles.manager_role.from }]),
  ...(roles.allow_manager_browser_data_access.granted
    ? [{ what, right: "Objects, in the Browser", from: roles.allow_manager_browser_data_access.from }]
    : []),
  ...(roles.portal_role.role === null
    ? []
    : [{ what, right: PORTAL[roles.portal_role.role], from: roles.portal_role.from }])
]

const linesOf = (access: Access): ReadonlyArray<Line> => [
  ...access.accounts.flatMap((account) => ofThing(account.name, account)),
  ...access.s3_users.flatMap((user) => ofThing(user.name, user)),
  ...access.s3_connections.map(({ from, name }) => ({ what: name, right: "Manager", from })),
  ...Object.entries(access.privileges)
    .filter(([, { granted }]) => granted)
    .map(([name, { from }]) => ({ what: rightNames[name] ?? name, right: "Workspace", from })),
  ...Object.entries(access.manager_tools)
    .filter(([, { granted }]) => granted)
    .map(([name, { from }]) => ({ what: rightNames[name] ?? name, right: "Tool of the Manager", from }))
]

const Sources = (props: { readonly from: ReadonlyArray<Source> }) => (
  <span class="flex flex-wrap gap-1">
    {props.from.map((source) =>
      source.via === "direct" ? (
        <Badge key="direct" text="Given directly" />
      ) : (
        <NavLink key={source.group_id} href={`/admin/groups/${source.group_id}`} class="link break-words">
          {source.name}
        </NavLink>
      )
    )}
  </span>
)

interface AccessOwner {
  readonly role: Row<"GET /api/admin/users">["role"]
  readonly is_active: boolean
}

const idle = ({ is_active, role }: AccessOwner): string =>
  !is_active
    ? "They are not active: none of it counts until they are."
    : role === "ui_none"
      ? "Their role opens nothing: all of it counts once they have another one."
      : ""

const Idle = (props: { readonly of: AccessOwner }) =>
  idle(props.of) === "" ? null : (
    <p class="alert mb-3">
      <Icon name="info" />
      <span>{idle(props.of)}</span>
    </p>
  )

export const AccessInShort = (props: {
  readonly access: Access
  readonly of: AccessOwner
  readonly most: number
  readonly href: string
}) => {
  const lines = linesOf(props.access)
  return (
    <section class="mt-4" data-testid="access-in-short">
      <h3 class="mb-2 font-medium">May, and why</h3>
      <Idle of={props.of} />
      {lines.length === 0 ? (
        <p class="text-ink-3">Nothing yet: no link, and no group that gives any.</p>
      ) : (
        <ul class="divide-y divide-line rounded-ctl border border-line">
          {lines.slice(0, props.most).map((line, index) => (
            <li key={index} class="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 px-3 py-1.5">
              <span class="min-w-0 break-words">
                {line.what} <span class="text-xs text-ink-3">{line.right}</span>
              </span>
              <Sources from={line.from} />
            </li>
          ))}
        </ul>
      )}
      {lines.length > props.most && (
        <p class="mt-1 text-xs text-ink-3">
          <NavLink href={props.href} class="link">
            {counted(lines.length - props.most, "further right")} on their page
          </NavLink>
        </p>
      )}
    </section>
  )
}

const hasStorage = ({ accounts, s3_connections, s3_users }: Access): boolean =>
  accounts.length + s3_connections.length + s3_users.length > 0

const NoStorage = (props: { readonly editor: string }) => (
  <p class="alert mb-3" data-testid="no-storage">
    <Icon name="info" />
    <span>
      No storage is assigned to them yet.{" "}
      <a href={`#${props.editor}`} class="link">
        Give them storage
      </a>
      : an RGW account, an RGW user, a shared S3 connection, or a group that has one.
    </span>
  </p>
)

export const EffectiveAccess = (props: {
  readonly access: Access
  readonly of: AccessOwner
  readonly editor: string
}) => {
  const lines = linesOf(props.access)
  const noStorage = hasStorage(props.access) ? null : <NoStorage editor={props.editor} />
  return lines.length === 0 ? (
    noStorage
  ) : (
    <>
      {noStorage}
      <Idle of={props.of} />
      <div
        class="overflow-x-auto rounded-ctl border border-line"
        tabIndex={0}
        role="group"
        aria-label="Effective access"
      >
        <table class="w-full text-start" data-testid="effective-access">
          <thead class="text-xs text-ink-3">
            <tr>
              <th class="px-3 py-2 text-start font-medium" scope="col">
                What
              </th>
              <th class="px-3 py-2 text-start font-medium" scope="col">
                May
              </th>
              <th class="px-3 py-2 text-start font-medium" scope="col">
                Because of
              </th>
            </tr>
          </thead>
          <tbody class="divide-y divide-line border-t border-line">
            {lines.slice(0, SHOWN).map((line, index) => (
              <tr key={index}>
                <td class="px-3 py-2 align-top wrap-anywhere">{line.what}</td>
                <td class="px-3 py-2 align-top wrap-anywhere">{line.right}</td>
                <td class="px-3 py-2 align-top">
                  <Sources from={line.from} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {lines.length > SHOWN && (
          <p class="border-t border-line px-3 py-2 text-xs text-ink-3">
            And {counted(lines.length - SHOWN, "further right")}.
          </p>
        )}
      </div>
    </>
  )
}
