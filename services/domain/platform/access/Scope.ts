import { Schema } from "effect"

/** `<domain>.<read|write>`; `write` includes no `read`. */
export const Scope = Schema.Literals([
  "profile.read",
  "profile.write",
  "admin.read",
  "admin.write",
  "manager.read",
  "manager.write",
  "browser.read",
  "browser.write",
  "portal.read",
  "portal.write",
  "cluster-admin.read",
  "cluster-admin.write",
  "storage-ops.read",
  "storage-ops.write"
]).annotate({ identifier: "Scope" })
export type Scope = typeof Scope.Type
