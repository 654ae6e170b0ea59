import type { SignedIn } from "~/client/session"
import type { IconName } from "~/lib/icon-names"
import { userOf } from "./session-context"

export interface NavItem {
  readonly href: string
  readonly label: string
  readonly icon: IconName
  /** Nobody else may open it. */
  readonly superadmin?: true
}

export interface NavGroup {
  readonly title?: string
  readonly items: ReadonlyArray<NavItem>
}

export type WorkspaceId = SignedIn["workspaces"][number]

export interface WorkspaceFrame {
  readonly id: WorkspaceId
  readonly label: string
  readonly hint: string
  readonly href: string
  readonly icon: IconName
  /** Whether its pages act in an execution context, which the top bar then shows. */
  readonly contexts: "manager" | "browser" | null
  readonly nav: ReadonlyArray<NavGroup>
}

/** The workspaces that have pages, and those pages. What is not here has no page yet, so nothing leads to it. */
export const WORKSPACES: ReadonlyArray<WorkspaceFrame> = [
  {
    id: "manager",
    label: "Manager",
    hint: "Buckets and usage of an account",
    href: "/manager/buckets",
    icon: "briefcase",
    contexts: "manager",
    nav: [{
      items: [
        { href: "/manager/buckets", label: "Buckets", icon: "database" },
        { href: "/manager/usage", label: "Usage", icon: "chart-column" }
      ]
    }]
  },
  {
    id: "browser",
    label: "Browser",
    hint: "Objects in buckets",
    href: "/browser",
    icon: "folder",
    contexts: "browser",
    nav: [{ items: [{ href: "/browser", label: "Objects", icon: "folder" }] }]
  },
  {
    id: "admin",
    label: "Admin",
    hint: "Endpoints, accounts and users",
    href: "/admin/storage-endpoints",
    icon: "settings",
    contexts: null,
    nav: [
      {
        items: [
          { href: "/onboarding", label: "Getting started", icon: "list-checks" },
          { href: "/admin/storage-endpoints", label: "Storage endpoints", icon: "server" }
        ]
      },
      {
        title: "Gateway identities",
        items: [
          { href: "/admin/accounts", label: "RGW accounts", icon: "users" },
          { href: "/admin/s3-users", label: "RGW users", icon: "user" }
        ]
      },
      {
        title: "People and access",
        items: [
          { href: "/admin/users", label: "Users", icon: "users" },
          { href: "/admin/identity/providers", label: "Identity providers", icon: "id-card" },
          { href: "/admin/identity/link-requests", label: "Link requests", icon: "user-check" },
          { href: "/admin/identity/sessions", label: "Sessions", icon: "monitor" },
          { href: "/admin/api-tokens", label: "API tokens", icon: "ticket", superadmin: true }
        ]
      }
    ]
  }
]

const owns = (workspace: WorkspaceFrame, path: string): boolean =>
  workspace.nav.some((group) => group.items.some((item) => path === item.href || path.startsWith(`${item.href}/`)))

/** The workspace that a page belongs to; the first one where none claims it. */
export const workspaceOf = (path: string): WorkspaceFrame =>
  WORKSPACES.find((workspace) => owns(workspace, path)) ?? WORKSPACES.find((workspace) => path.startsWith(`/${workspace.id}`)) ?? (WORKSPACES[0] as WorkspaceFrame)

/** The pages among these that this user may open. */
export const navFor = (nav: ReadonlyArray<NavGroup>, session: SignedIn | null): ReadonlyArray<NavGroup> => {
  const superadmin = userOf(session)?.role === "ui_superadmin"
  return nav.map((group) => ({ ...group, items: group.items.filter((item) => superadmin || !item.superadmin) }))
}

/** The workspaces that this user may enter, with the pages that they may open. */
export const workspacesFor = (session: SignedIn | null): ReadonlyArray<WorkspaceFrame> =>
  WORKSPACES
    .filter((workspace) => session === null || session.workspaces.includes(workspace.id))
    .map((workspace) => ({ ...workspace, nav: navFor(workspace.nav, session) }))
