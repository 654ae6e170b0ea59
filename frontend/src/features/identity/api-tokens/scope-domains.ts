import type { SignedIn } from "~/client/session"
import type { Scope } from "./api-token"

type Domain = "profile" | SignedIn["workspaces"][number]

interface DomainText {
  readonly label: string
  readonly hint: string
}

const TEXTS: Readonly<Record<Domain, DomainText>> = {
  profile: { label: "Profile", hint: "Execution contexts and set-up state" },
  admin: { label: "Admin", hint: "Endpoints, RGW accounts and people" },
  manager: { label: "Manager", hint: "Buckets and usage" },
  browser: { label: "Browser", hint: "Objects in buckets" },
  portal: { label: "Portal", hint: "Shared buckets" },
  "cluster-admin": { label: "Cluster admin", hint: "State of the clusters" },
  "storage-ops": { label: "Storage ops", hint: "Buckets of every account" }
}

export interface ScopeDomain extends DomainText {
  readonly read: Scope
  readonly write: Scope
}

export const scopeDomains = (workspaces: SignedIn["workspaces"]): ReadonlyArray<ScopeDomain> =>
  (["profile", ...workspaces] as const).map((domain) => ({
    ...TEXTS[domain],
    read: `${domain}.read` as const,
    write: `${domain}.write` as const
  }))
