import { type WorkspaceFrame, workspaceOf } from "./workspaces"

/** What the shell shows around a page: a workspace, or one's own account, which belongs to none. */
export type Frame = Omit<WorkspaceFrame, "id"> & { readonly id: WorkspaceFrame["id"] | "account" }

const ACCOUNT: Frame = {
  id: "account",
  label: "Your account",
  hint: "How you sign in, and where",
  href: "/profile",
  icon: "user",
  contexts: null,
  nav: [{
    items: [
      { href: "/profile#password", label: "Password", icon: "lock" },
      { href: "/profile#passkeys", label: "Passkeys", icon: "fingerprint" },
      { href: "/profile#recovery", label: "Recovery codes", icon: "list-checks" },
      { href: "/profile#identities", label: "Linked providers", icon: "users" },
      { href: "/profile#sessions", label: "Sessions", icon: "monitor" },
      { href: "/profile#api-tokens", label: "API tokens", icon: "key-round" }
    ]
  }]
}

export const frameOf = (path: string): Frame => (path === ACCOUNT.href || path.startsWith(`${ACCOUNT.href}/`) ? ACCOUNT : workspaceOf(path))
