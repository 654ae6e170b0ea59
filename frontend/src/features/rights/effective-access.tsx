import type { Answer } from "~/client/contract"
import { Badge } from "~/components/ui/badge"
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

const ofThing = (what: string, roles: Pick<Access["accounts"][number], "allow_manager_browser_data_access" | "manager_role" | "portal_role">): ReadonlyArray<Line> => [
  ...(roles.manager_role.role === null ? [] : [{ what, right: "Manager", from: roles.manager_role.from }]),
  ...(roles.allow_manager_browser_data_access.granted ? [{ what, right: "Objects, in the Browser", from: roles.allow_manager_browser_data_access.from }] : []),
  ...(roles.portal_role.role === null ? [] : [{ what, right: PORTAL[roles.portal_role.role], from: roles.portal_role.from }])
]

const linesOf = (access: Access): ReadonlyArray<Line> => [
  ...access.accounts.flatMap((account) => ofThing(account.name, account)),
  ...access.s3_users.flatMap((user) => ofThing(user.name, user)),
  ...access.s3_connections.map(({ from, name }) => ({ what: name, right: "Manager", from })),
  ...Object.entries(access.privileges).filter(([, { granted }]) => granted).map(([name, { from }]) => ({ what: rightNames[name] ?? name, right: "Workspace", from })),
  ...Object.entries(access.manager_tools).filter(([, { granted }]) => granted).map(([name, { from }]) => ({ what: rightNames[name] ?? name, right: "Tool of the Manager", from }))
]

/** What somebody may do in all, and where each right comes from. An inline component. */
export const EffectiveAccess = (props: { readonly access: Access }) => {
  const lines = linesOf(props.access)
  return lines.length === 0 ? <p class="text-ink-3">Nothing yet: give a link, or put them into a group.</p> : (
    <div class="overflow-x-auto rounded-ctl border border-line" tabIndex={0} role="group" aria-label="Effective access">
      <table class="w-full text-start" data-testid="effective-access">
        <thead class="text-xs text-ink-3"><tr><th class="px-3 py-2 text-start font-medium" scope="col">What</th><th class="px-3 py-2 text-start font-medium" scope="col">May</th><th class="px-3 py-2 text-start font-medium" scope="col">Because of</th></tr></thead>
        <tbody class="divide-y divide-line border-t border-line">
          {lines.slice(0, SHOWN).map((line, index) => (
            <tr key={index}>
              <td class="px-3 py-2 align-top break-words">{line.what}</td>
              <td class="px-3 py-2 align-top">{line.right}</td>
              <td class="px-3 py-2 align-top">
                <span class="flex flex-wrap gap-1">
                  {line.from.map((source) => source.via === "direct"
                    ? <Badge key="direct" text="Given directly" />
                    : <NavLink key={source.group_id} href={`/admin/groups/${source.group_id}`} class="link break-words">{source.name}</NavLink>)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > SHOWN && <p class="border-t border-line px-3 py-2 text-xs text-ink-3">And {counted(lines.length - SHOWN, "further right")}.</p>}
    </div>
  )
}
