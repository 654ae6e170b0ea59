import { CreateBucketCommand, ListBucketsCommand } from "@aws-sdk/client-s3"
import { Effect, Exit, Scope } from "effect"
import { account, client as clientOf, freshSandbox } from "../layers/sandbox/support.ts"
import type { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"

export const sandboxStorage = async (buckets: ReadonlyArray<string>) => {
  const scope = Scope.makeUnsafe()
  const { client, gateway, proxy } = await Effect.runPromise(
    Scope.provide(
      Effect.gen(function* () {
        const gateway = yield* freshSandbox()
        const client = yield* clientOf(gateway, account(gateway))
        for (const Bucket of buckets) yield* Effect.promise(() => client.send(new CreateBucketCommand({ Bucket })))
        return { client, gateway, proxy: yield* gatewayProxy(gateway.url) }
      }),
      scope
    )
  )

  const register = async (browser: ConsoleBrowser, url: string = proxy.url): Promise<number> => {
    const made = async (path: string, body: object) => {
      const answer = await browser.post(path, body)
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
      return answer.body
    }
    const endpoint = await made("/api/admin/storage-endpoints", {
      name: "gateway",
      url,
      admin_access_key: gateway.admin.accessKey,
      admin_secret_key: gateway.admin.secretKey,
      features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
    })
    const { user } = await browser.session()
    const registered = await made("/api/admin/accounts/import", {
      storage_endpoint_id: endpoint["id"],
      rgw_account_id: account(gateway).id,
      user_links: [{ user_id: user.id, manager_role: "account_administrator", allow_manager_browser_data_access: true }]
    })
    return registered["id"] as number
  }
  const bucketNames = async () =>
    ((await client.send(new ListBucketsCommand({}))).Buckets ?? []).map(({ Name = "" }) => Name)
  return { gateway, proxy, register, bucketNames, close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}
