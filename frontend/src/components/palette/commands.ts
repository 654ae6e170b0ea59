import type { SignedIn } from "~/client/session"
import type { ExecutionContext } from "~/lib/execution-contexts"
import { recentsOfUser } from "~/lib/recents"
import { pageRefusal, WORKSPACES, workspacesFor } from "~/lib/workspaces"
import type { PaletteCommand, Group, Hit } from "./hits"
import { hitText } from "./hits"
import { ranked } from "./matching"
import type { IconName } from "~/lib/icon-names"

/** The target page checks the permission. */
const BEGIN: ReadonlyArray<readonly [label: string, href: string, icon: IconName]> = [
  ["Create bucket…", "/manager/buckets?create=1", "plus"],
  ["Compare buckets…", "/manager/comparisons?create=1", "columns-3"],
  ["Migrate buckets…", "/manager/migrations?create=1", "server"],
  ["Create access key…", "/manager/cluster/keys?create=1", "key-round"],
  ["Give private access…", "/manager/private-access?create=1", "user-check"],
  ["Add storage endpoint…", "/admin/storage-endpoints?create=1", "plus"],
  ["Create RGW account…", "/admin/accounts?create=1", "plus"],
  ["Import RGW account…", "/admin/accounts?import=1", "download"],
  ["Create RGW user…", "/admin/s3-users?create=1", "user-plus"],
  ["Import RGW user…", "/admin/s3-users?import=1", "download"],
  ["Add shared S3 connection…", "/admin/s3-connections?create=1", "plug"],
  ["Add private S3 connection…", "/profile/connections?create=1", "plug"],
  ["Import private S3 connections…", "/profile/connections?import=1", "download"],
  ["Create console user…", "/admin/users?create=1", "user-plus"],
  ["Create group…", "/admin/groups?create=1", "plus"],
  ["Add OpenID Connect provider…", "/admin/identity/providers?create=oidc", "plus"],
  ["Add LDAP directory…", "/admin/identity/providers?create=ldap", "plus"],
  ["Create API token…", "/admin/api-tokens?create=1", "ticket"]
]

const DEEDS: ReadonlyArray<readonly [label: string, deed: PaletteCommand, icon: IconName, hint: string]> = [
  ["Dark theme", "dark", "moon", "night"],
  ["Light theme", "light", "sun", "day"],
  ["Fold or unfold navigation", "fold", "panel-left", "sidebar"],
  ["Show keyboard shortcuts", "keys", "keyboard", "help"],
  ["Sign out", "sign-out", "log-out", "log out"]
]

const KIND = { account: "RGW account", connection: "Connection", s3_user: "RGW user", cluster: "Cluster" } as const
const ICON = { account: "users", connection: "plug", s3_user: "user", cluster: "server" } as const

export interface Surroundings {
  readonly session: SignedIn | null
  readonly path: string
  readonly contexts: ReadonlyArray<ExecutionContext>
  readonly current: ExecutionContext | null
}

const open = (href: string, session: SignedIn | null): boolean =>
  session !== null && pageRefusal(href.split(/[?#]/, 1)[0] ?? href, session) === null

const pagesOf = ({ session }: Surroundings): ReadonlyArray<Hit> => {
  const own = session?.kind === "user" ? WORKSPACES.filter(({ id }) => id === "profile") : []
  return [...workspacesFor(session), ...own].flatMap((workspace) =>
    workspace.nav.flatMap(({ items }) =>
      items.map(
        ({ href, icon, label }): Hit => ({ id: `page:${href}`, label, hint: workspace.label, icon, does: { go: href } })
      )
    )
  )
}

const actionsOf = ({ session }: Surroundings): ReadonlyArray<Hit> => [
  ...BEGIN.filter(([, href]) => open(href, session)).map(
    ([label, href, icon]): Hit => ({ id: `begin:${href}`, label, hint: "", icon, does: { go: href } })
  ),
  ...DEEDS.map(([label, deed, icon, hint]): Hit => ({ id: `deed:${deed}`, label, hint, icon, does: { deed } }))
]

const contextsOf = ({ contexts, current }: Surroundings): ReadonlyArray<Hit> =>
  contexts
    .filter(({ id }) => id !== current?.id)
    .map((context) => ({
      id: `context:${context.id}`,
      label: context.name,
      hint: `Act as this ${KIND[context.kind]} · ${context.endpoint_name}`,
      icon: ICON[context.kind],
      does: { context: context.id }
    }))

const recentsFor = ({ session }: Surroundings): ReadonlyArray<Hit> =>
  recentsOfUser(session)
    .filter(({ href }) => open(href, session))
    .map(({ hint, href, icon, id, label }) => ({
      id: `recent:${id}`,
      label,
      hint,
      icon,
      does: { go: href, place: true }
    }))

export const localGroups = (around: Surroundings, typed: string): ReadonlyArray<Group> => {
  const nothing = typed.trim() === ""
  const fitting = (hits: ReadonlyArray<Hit>, limit: number): ReadonlyArray<Hit> =>
    ranked(typed, hits, hitText).slice(0, limit)
  const pages = pagesOf(around)
  const groups: ReadonlyArray<Group> = [
    { name: "Recent", hits: nothing ? recentsFor(around) : [] },
    { name: "Pages", hits: fitting(pages, nothing ? 20 : 8) },
    { name: "Actions", hits: fitting(actionsOf(around), nothing ? 20 : 8) },
    { name: "Execution contexts", hits: fitting(contextsOf(around), nothing ? 4 : 6) }
  ]
  return groups.filter(({ hits }) => hits.length > 0)
}
