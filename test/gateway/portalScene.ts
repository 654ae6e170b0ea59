import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { PortalRole } from "#domain/identity/Links.ts"
import { inBrowser } from "../rules/people.ts"
import { freshSandbox } from "../layers/sandbox/support.ts"
import type { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { type AdminGateway, type Pair, sceneOf } from "./contract/adminGateway.ts"
import { managerScene, ok } from "./managerScene.ts"

export const clientOf = (url: string, { accessKey, secretKey }: Pair) =>
  Effect.acquireRelease(
    Effect.sync(
      () =>
        new S3Client({
          endpoint: url,
          region: "default",
          forcePathStyle: true,
          maxAttempts: 1,
          credentials: { accessKeyId: accessKey, secretAccessKey: secretKey }
        })
    ),
    (s3) => Effect.sync(() => s3.destroy())
  )

export const proxiedSandbox = Effect.gen(function* () {
  const sandbox = sceneOf(yield* Effect.orDie(freshSandbox()))
  const proxy = yield* gatewayProxy(sandbox.target.url)
  const gateway: AdminGateway = {
    name: "sandbox",
    lack: undefined,
    scene: Effect.succeed({ ...sandbox, target: { ...sandbox.target, url: proxy.url } })
  }
  return { gateway, proxy }
})

const portalOf = (browser: ConsoleBrowser, account: string) => (method: string, path: string, body?: unknown) =>
  Effect.promise(() =>
    browser.send(method, `/api/portal${path}${path.includes("?") ? "&" : "?"}account_id=${account}`, body)
  )

export const portalScene = Effect.fnUntraced(function* (gateway: AdminGateway) {
  const sql = yield* SqlClient.SqlClient
  const manager = yield* managerScene(gateway, { iam: { enabled: true } })
  ok(yield* manager.admin("PUT", "/admin/settings", { portal: { enabled: true } }))
  const person = Effect.fnUntraced(function* (role: PortalRole) {
    const { browser, record } = yield* inBrowser("ui_user", false)
    yield* sql`insert into user_associations (user_id, rgw_account_id, portal_role)
      values (${record.user.id}, ${Number(manager.contextId)}, ${role})`
    return { id: record.user.id, browser, ask: portalOf(browser, manager.contextId) }
  })
  const url = manager.target.url
  const root = yield* clientOf(url, manager.key)
  const put = (Bucket: string, Key: string) =>
    Effect.promise(() => root.send(new PutObjectCommand({ Bucket, Key, Body: "x" })))
  return { ...manager, url, root, put, boss: yield* person("portal_manager"), ada: yield* person("portal_user") }
})
