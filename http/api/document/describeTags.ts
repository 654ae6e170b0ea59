import { eachOperation, type Spec } from "./spec.ts"

interface Tag {
  readonly name: string
  readonly description: string
}

const tags: Record<string, Tag> = {
  auth: { name: "Sign-in", description: "Signing in and out, passkeys, and API tokens." },
  me: { name: "Your account", description: "Profile, execution contexts, security and notifications of the caller." },
  admin: { name: "Admin", description: "Storage endpoints, accounts, users and identity, for administrators." },
  manager: { name: "Manager", description: "Buckets and usage of an execution context." },
  portal: { name: "Portal", description: "Storage spaces, access keys and requests of people with a Portal role." },
  browser: { name: "Browser", description: "Objects of a bucket: listing, download, upload, deletion." },
  "cluster-admin": {
    name: "Cluster Admin",
    description:
      "Buckets, accounts, users, keys and usage of a storage endpoint, for people with the privilege cluster_admin."
  },
  "storage-ops": { name: "Storage Ops", description: "The buckets of all contexts of a storage team." },
  share: {
    name: "Links",
    description: "Share links, for anybody who has one: without an account, by the token in the path."
  },
  deliveries: {
    name: "Deliveries",
    description: "Events that gateways push during tests of notifications, by the token in the path."
  },
  internal: { name: "Internal", description: "Scheduled jobs, for external schedulers." }
}

const own = new Set(["onboarding", "connections", "users", "notifications"])

const tagOf = (path: string): Tag => {
  const word = path.split("/")[2] ?? ""
  const tag = tags[own.has(word) ? "me" : word === "branding" ? "auth" : word]
  if (tag === undefined) throw new Error(`no workspace is known for ${path}: give it a tag`)
  return tag
}

export const describeTags = (spec: Spec): Spec => {
  eachOperation(spec, (operation, _method, path) => {
    operation["tags"] = [tagOf(path).name]
  })
  return { ...spec, tags: Object.values(tags) }
}
