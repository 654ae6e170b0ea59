import type { SignedIn } from "~/client/session"
import type { IconName } from "~/lib/icon-names"
import {
  type WorkspaceId as ServiceWorkspaceId,
  workspaces
} from "../../../services/domain/platform/access/workspaces.ts"
import { signedInUser } from "./session-context"

export interface NavItem {
  readonly href: string
  readonly label: string
  readonly icon: IconName
  readonly exact?: true
  readonly tool?: keyof NonNullable<Extract<SignedIn, { readonly kind: "user" }>["manager_tools"]>
  readonly superadmin?: { readonly text: string; readonly href: string; readonly label: string }
}

export interface NavGroup {
  readonly title?: string
  readonly items: ReadonlyArray<NavItem>
}

export type WorkspaceId = ServiceWorkspaceId | "profile"

export interface WorkspaceFrame {
  readonly id: WorkspaceId
  readonly label: string
  readonly hint: string
  readonly href: string
  readonly icon: IconName
  readonly contexts: "manager" | "browser" | null
  readonly nav: ReadonlyArray<NavGroup>
}

/** In the order of the switcher; the first permitted one is the start page. */
const FRAMES: Readonly<Record<WorkspaceId, Omit<WorkspaceFrame, "id" | "label">>> = {
  portal: {
    hint: "Your storage, keys and usage",
    href: "/portal",
    icon: "key-round",
    contexts: null,
    nav: [
      {
        items: [
          { href: "/portal", label: "Storage", icon: "hard-drive", exact: true },
          { href: "/portal/keys", label: "Access keys", icon: "key-round" },
          { href: "/portal/requests", label: "Requests", icon: "list-checks" },
          { href: "/portal/access-logs", label: "Access logs", icon: "history" },
          { href: "/portal/status", label: "Status", icon: "activity" }
        ]
      }
    ]
  },
  manager: {
    hint: "Buckets and usage of an account",
    href: "/manager/buckets",
    icon: "briefcase",
    contexts: "manager",
    nav: [
      {
        items: [
          { href: "/manager/buckets", label: "Buckets", icon: "database" },
          { href: "/manager/browser", label: "Object browser", icon: "folder" },
          { href: "/manager/exposure", label: "Exposure", icon: "eye" },
          { href: "/manager/quarantines", label: "Quarantine", icon: "trash-2" },
          { href: "/manager/feature-rules", label: "Feature rules", icon: "list-checks", tool: "feature_rules" },
          { href: "/manager/comparisons", label: "Comparisons", icon: "columns-3", tool: "bucket_compare" },
          { href: "/manager/migrations", label: "Migrations", icon: "server", tool: "bucket_migration" },
          { href: "/manager/topics", label: "Topics", icon: "activity" },
          { href: "/manager/usage", label: "Usage", icon: "chart-column", tool: "usage_stats" },
          { href: "/manager/cluster/keys", label: "Keys", icon: "key-round" },
          { href: "/manager/private-access", label: "Private access", icon: "user-check", tool: "private_access" }
        ]
      },
      {
        title: "IAM",
        items: [
          { href: "/manager/iam/users", label: "IAM users", icon: "user" },
          { href: "/manager/iam/groups", label: "IAM groups", icon: "users" },
          { href: "/manager/iam/roles", label: "IAM roles", icon: "id-card" },
          { href: "/manager/iam/policies", label: "Managed policies", icon: "shield-check" },
          { href: "/manager/iam/unused", label: "Unused in IAM", icon: "timer" }
        ]
      }
    ]
  },
  browser: {
    hint: "Objects in buckets",
    href: "/browser",
    icon: "folder",
    contexts: "browser",
    nav: [{ items: [{ href: "/browser", label: "Objects", icon: "folder" }] }]
  },
  admin: {
    hint: "Endpoints, RGW accounts and people",
    href: "/admin",
    icon: "settings",
    contexts: null,
    nav: [
      {
        items: [
          { href: "/admin", label: "Overview", icon: "house", exact: true },
          { href: "/onboarding", label: "Getting started", icon: "list-checks" },
          { href: "/admin/storage-endpoints", label: "Storage endpoints", icon: "server" }
        ]
      },
      {
        title: "Gateway identities",
        items: [
          { href: "/admin/accounts", label: "RGW accounts", icon: "users" },
          { href: "/admin/s3-users", label: "RGW users", icon: "user" },
          { href: "/admin/s3-connections", label: "S3 connections", icon: "plug" },
          { href: "/admin/key-rotation", label: "Key rotation", icon: "key-round" }
        ]
      },
      {
        title: "People and access",
        items: [
          { href: "/admin/users", label: "Console users", icon: "users" },
          { href: "/admin/groups", label: "Groups", icon: "users" },
          { href: "/admin/identity/providers", label: "Identity providers", icon: "id-card" },
          { href: "/admin/identity/link-requests", label: "Link requests", icon: "user-check" },
          { href: "/admin/identity/sessions", label: "Sessions", icon: "monitor" },
          {
            href: "/admin/api-tokens",
            label: "API tokens",
            icon: "ticket",
            superadmin: {
              text: "Only super administrators see everybody’s API tokens. Your own are on the page of your account.",
              href: "/profile#api-tokens",
              label: "Open your API tokens"
            }
          }
        ]
      },
      {
        title: "Oversight",
        items: [
          { href: "/admin/quotas", label: "Quotas", icon: "chart-column" },
          { href: "/admin/billing", label: "Billing", icon: "briefcase" },
          { href: "/admin/audit", label: "Audit trail", icon: "history" },
          { href: "/admin/links", label: "Links", icon: "link" }
        ]
      },
      {
        title: "This installation",
        items: [
          { href: "/admin/settings", label: "Settings", icon: "settings" },
          { href: "/admin/jobs", label: "Jobs", icon: "timer" },
          {
            href: "/admin/apply",
            label: "Apply",
            icon: "file-text",
            superadmin: {
              text: "Only super administrators apply a document: it may hold every right there is.",
              href: "/admin",
              label: "Open the overview"
            }
          }
        ]
      }
    ]
  },
  "cluster-admin": {
    hint: "RGW accounts, RGW users and buckets of an endpoint",
    href: "/cluster-admin/buckets",
    icon: "server",
    contexts: null,
    nav: [
      {
        items: [
          { href: "/cluster-admin/buckets", label: "Buckets", icon: "database" },
          { href: "/cluster-admin/browser", label: "Object browser", icon: "folder" },
          { href: "/cluster-admin/advice", label: "Advice", icon: "list-checks" },
          { href: "/cluster-admin/templates", label: "Golden templates", icon: "bookmark" },
          { href: "/cluster-admin/accounts", label: "RGW accounts", icon: "users" },
          { href: "/cluster-admin/users", label: "RGW users", icon: "user" },
          { href: "/cluster-admin/usage", label: "Usage", icon: "chart-column" },
          { href: "/cluster-admin/work", label: "Long work", icon: "history" }
        ]
      }
    ]
  },
  "storage-ops": {
    hint: "Buckets across contexts",
    href: "/storage-ops/buckets",
    icon: "hard-drive",
    contexts: null,
    nav: [
      {
        items: [
          { href: "/storage-ops/buckets", label: "Buckets", icon: "database" },
          { href: "/storage-ops/advice", label: "Advice", icon: "list-checks" },
          { href: "/storage-ops/work", label: "Long work", icon: "history" }
        ]
      }
    ]
  },
  profile: {
    hint: "How you sign in, and where",
    href: "/profile",
    icon: "user",
    contexts: null,
    nav: [
      {
        items: [
          { href: "/notifications", label: "Notifications", icon: "bell" },
          { href: "/profile#password", label: "Password", icon: "lock" },
          { href: "/profile#passkeys", label: "Passkeys", icon: "fingerprint" },
          { href: "/profile#recovery", label: "Recovery codes", icon: "list-checks" },
          { href: "/profile#identities", label: "Linked providers", icon: "users" },
          { href: "/profile#sessions", label: "Sessions", icon: "monitor" },
          { href: "/profile#api-tokens", label: "API tokens", icon: "key-round" },
          { href: "/profile#preferences", label: "Preferences", icon: "settings" },
          { href: "/profile/connections", label: "Private S3 connections", icon: "plug" },
          { href: "/profile/links", label: "My links", icon: "link" }
        ]
      }
    ]
  }
}

const labelOf = (id: string): string => workspaces.find((workspace) => workspace.id === id)?.label ?? "Your account"

export const WORKSPACES: ReadonlyArray<WorkspaceFrame> = (Object.keys(FRAMES) as ReadonlyArray<WorkspaceId>).map(
  (id) => ({ id, label: labelOf(id), ...FRAMES[id] })
)

const within = (path: string, href: string): boolean => path === href || path.startsWith(`${href}/`)

const pathOf = (href: string): string => href.split(/[?#]/, 1)[0] ?? href

export const navItemOf = (path: string): NavItem | null =>
  WORKSPACES.flatMap(({ nav }) => nav.flatMap(({ items }) => items))
    .filter(({ href }) => within(path, pathOf(href)))
    .sort((one, other) => pathOf(other.href).length - pathOf(one.href).length)[0] ?? null

export const workspaceOf = (path: string): WorkspaceFrame | null => {
  const page = navItemOf(path)
  return (
    WORKSPACES.find(({ nav }) => page !== null && nav.some(({ items }) => items.includes(page))) ??
    WORKSPACES.find(({ id }) => within(path, `/${id}`)) ??
    null
  )
}

const isPrivileged = ({ id }: WorkspaceFrame): boolean =>
  workspaces.some(({ id: known, rule }) => known === id && (rule === "cluster_admin" || rule === "storage_ops"))

const mayEnter = (workspace: WorkspaceFrame, session: SignedIn): boolean =>
  workspace.id === "profile" ? session.kind === "user" : session.workspaces.includes(workspace.id)

const hasTool = (item: NavItem, session: SignedIn | null): boolean =>
  item.tool === undefined || session?.kind !== "user" || session.manager_tools[item.tool]

const isDisabledForAll = (item: NavItem, session: SignedIn): boolean =>
  item.tool !== undefined && session.kind === "user" && session.disabled_tools.includes(item.tool)

const mayOpen = (item: NavItem, session: SignedIn | null): boolean =>
  (item.superadmin === undefined || signedInUser(session)?.role === "ui_superadmin") && hasTool(item, session)

export const navFor = (nav: ReadonlyArray<NavGroup>, session: SignedIn | null): ReadonlyArray<NavGroup> =>
  nav.map((group) => ({ ...group, items: group.items.filter((item) => mayOpen(item, session)) }))

export const workspacesFor = (session: SignedIn | null): ReadonlyArray<WorkspaceFrame> =>
  session === null
    ? []
    : WORKSPACES.filter(
        (workspace) => workspace.id !== "profile" && workspace.nav.length > 0 && mayEnter(workspace, session)
      ).map((workspace) => ({ ...workspace, nav: navFor(workspace.nav, session) }))

export interface PageRefusal {
  readonly title: string
  readonly who: string
  readonly text: string
  readonly next: { readonly href: string; readonly label: string } | null
}

export const pageRefusal = (path: string, session: SignedIn | null): PageRefusal | null => {
  const workspace = workspaceOf(path)
  if (session === null || workspace === null) return null
  const page = navItemOf(path)
  const title = workspace.id === "profile" ? workspace.label : (page?.label ?? workspace.label)
  if (!mayEnter(workspace, session)) {
    const first = workspacesFor(session)[0]
    const next = first === undefined ? null : { href: first.href, label: `Open ${first.label}` }
    return session.kind === "s3"
      ? {
          title,
          who: "For people with an account",
          text: "You are signed in with S3 keys, which open the object browser alone.",
          next
        }
      : {
          title,
          who: `${workspace.label} is not open to you`,
          text:
            `Your ${isPrivileged(workspace) ? "privileges do" : "role does"} not open this workspace. An ` +
            "administrator can change that.",
          next
        }
  }
  if (page === null || mayOpen(page, session)) return null
  if (!hasTool(page, session)) {
    return {
      title,
      who: `${page.label} is not open to you`,
      text: isDisabledForAll(page, session)
        ? "This tool is switched off for everybody. A superadmin can switch it on in the settings."
        : "This tool is switched off for you. An administrator can switch it on, for " +
          "you or for a group that you are in.",
      next: { href: workspace.href, label: `Open ${workspace.label}` }
    }
  }
  const { href, label, text } = page.superadmin ?? { href: "/", label: "Go to the start page", text: "" }
  return { title, who: "For super administrators", text, next: { href, label } }
}
