import { call } from "~/client/call"
import type { Scope } from "./api-token"

const requestFor = async (scope: Scope): Promise<{ readonly path: string; readonly method?: string } | null> => {
  const inContext = async (workspace: "manager" | "browser", path: string) => {
    // without an answer the example has a placeholder for the context
    const contexts = await call("GET /api/me/execution-contexts", { query: { workspace } }).catch(() => [])
    return { path: `${path}?context_id=${encodeURIComponent(contexts[0]?.id ?? "CONTEXT_ID")}` }
  }
  if (scope === "profile.read") return { path: "/me/execution-contexts?workspace=manager" }
  if (scope === "admin.read") return { path: "/admin/storage-endpoints" }
  if (scope === "manager.read") return inContext("manager", "/manager/buckets")
  if (scope === "browser.read") return inContext("browser", "/browser/buckets/search")
  if (scope === "manager.write")
    return { ...(await inContext("manager", "/manager/buckets/cache/refresh")), method: "POST" }
  return null
}

export const exampleRequest = async (token: string, scopes: ReadonlyArray<Scope>): Promise<string | null> => {
  for (const scope of scopes) {
    const scopeRequest = await requestFor(scope)
    if (scopeRequest)
      return (
        `curl ${scopeRequest.method ? `-X ${scopeRequest.method} ` : ""}-H "Authorization: Bearer ${token}" ` +
        `"${window.location.origin}/api${scopeRequest.path}"`
      )
  }
  return null
}
