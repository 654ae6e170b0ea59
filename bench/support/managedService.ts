import { ConsoleBrowser } from "../../test/support/ConsoleBrowser.ts"
import type { RealGateway } from "../../test/support/RealGateway.ts"
import type { GatewayAccount } from "../../test/support/rgw/seed.ts"
import { startService } from "../../test/support/ServiceProcess.ts"
import { SoftAuthenticator } from "../../test/support/SoftAuthenticator.ts"
import { profiled } from "./profiled.ts"

const must = (answer: { readonly status: number; readonly text: string }) => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
}

/** A bench may outlast a session without a page (15 minutes). */
const RENEWAL_INTERVAL_MILLIS = 5 * 60_000

export const managedService = async (
  { accounts: [account], admin, url }: RealGateway,
  env: Record<string, string> = {}
) => {
  const service = await startService({ ...profiled, env: { SANDBOX_GATEWAY: "false", ...env } })
  const browser = new ConsoleBrowser(service.origin)
  must(
    await browser.send(
      "POST",
      "/api/auth/bootstrap",
      { email: "ada@example.org", full_name: "Ada", password: "correct horse battery staple" },
      {
        "x-service-bootstrap-token": service.setupLink?.split("token=")[1] ?? ""
      }
    )
  )
  const options = await browser.post("/api/auth/webauthn/registration/options")
  must(
    await browser.post("/api/auth/webauthn/registration/verify", {
      name: "key",
      response: new SoftAuthenticator(service.origin).create(options.body as never)
    })
  )
  const addEndpoint = async (name: string, { admin, url }: Pick<RealGateway, "admin" | "url">) => {
    const endpoint = await browser.post("/api/admin/storage-endpoints", {
      name,
      url,
      admin_access_key: admin.accessKey,
      admin_secret_key: admin.secretKey,
      features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
    })
    must(endpoint)
    return endpoint.body["id"] as number
  }
  const endpoint = await addEndpoint("gateway", { admin, url })
  const session = await browser.get("/api/auth/session")
  const registerAt = async (storage_endpoint_id: number, { id }: GatewayAccount) => {
    const registered = await browser.post("/api/admin/accounts/import", {
      storage_endpoint_id,
      rgw_account_id: id,
      user_links: [
        {
          user_id: session.body["user"].id,
          manager_role: "account_administrator",
          allow_manager_browser_data_access: true
        }
      ]
    })
    must(registered)
    return String(registered.body["id"])
  }
  const register = (one: GatewayAccount) => registerAt(endpoint, one)
  /** Registers the first account of another gateway; returns its context. */
  const addGateway = async (name: string, other: RealGateway) =>
    registerAt(await addEndpoint(name, other), other.accounts[0])
  const contextId = await register(account)
  const openClusterAdmin = async () => {
    const path = `/api/admin/users/${session.body["user"].id}`
    const { body: user } = await browser.get(path)
    must(
      await browser.send("PUT", path, {
        version: user["version"],
        privileges: { ...user["privileges"], cluster_admin: true }
      })
    )
    must(await browser.post("/api/auth/refresh"))
    await browser.get("/api/auth/session")
  }
  const renewing = setInterval(() => {
    browser.post("/api/auth/refresh").catch((cause: unknown) => console.error("the session was not renewed:", cause))
  }, RENEWAL_INTERVAL_MILLIS)
  const stop = () => {
    clearInterval(renewing)
    return service.stop()
  }
  const pid = service.child.pid ?? 0
  return {
    browser,
    contextId,
    endpointId: endpoint,
    dataDir: service.dataDir,
    origin: service.origin,
    pid,
    register,
    addGateway,
    openClusterAdmin,
    stop
  }
}
