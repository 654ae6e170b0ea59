import { randomBytes } from "node:crypto"
import type { Page } from "playwright-core"
import { realGateway } from "../../support/RealGateway.ts"
import { chromiumLack } from "../../support/Chromium.ts"
import { api } from "../console.ts"

const { gateway, lack } = await realGateway("a")

export const unique = (name: string) => `${name}-${randomBytes(4).toString("hex")}`

const inSandbox = async (page: Page) => {
  const [context] = await api<ReadonlyArray<{ id: string }>>(page, "GET", "/me/execution-contexts?workspace=manager")
  return context?.id ?? ""
}

const onCeph = async (page: Page) => {
  if (gateway === undefined) throw new Error("no gateway")
  const endpoint = await api<{ id: number }>(page, "POST", "/admin/storage-endpoints", {
    name: "Ceph",
    url: gateway.url,
    admin_access_key: gateway.admin.accessKey,
    admin_secret_key: gateway.admin.secretKey,
    features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
  })
  const { user } = await api<{ user: { id: number } }>(page, "GET", "/auth/session")
  const account = await api<{ id: number }>(page, "POST", "/admin/accounts", {
    storage_endpoint_id: endpoint.id,
    name: unique("team"),
    user_links: [{ user_id: user.id, manager_role: "account_administrator", allow_manager_browser_data_access: true }]
  })
  return String(account.id)
}

export const uploadPlaces = [
  { name: "sandbox", place: inSandbox, env: {}, lacking: chromiumLack() },
  { name: "real RGW", place: onCeph, env: { SANDBOX_GATEWAY: "false" }, lacking: lack ?? chromiumLack() }
] as const
