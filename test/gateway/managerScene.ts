import { assert } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { inBrowser } from "../rules/people.ts"
import { keyOf } from "../services/rotation/rotationWorld.ts"
import type { Answer, ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { type AdminGateway, type Pair, unique } from "./contract/adminGateway.ts"

type Ask = (method: string, path: string, body?: unknown) => Effect.Effect<Answer>

export interface ManagerScene {
  readonly target: AdminTarget
  readonly browser: ConsoleBrowser
  readonly signIn: Effect.Effect<void, never, Sessions>
  readonly contextId: string
  readonly endpointId: number
  readonly rgwAccountId: string
  readonly key: Pair
  readonly ask: Ask
  readonly admin: Ask
  readonly bucket: (more?: object) => Effect.Effect<string>
}

export const ok = (answer: Answer): Answer["body"] => {
  assert.isTrue(answer.status >= 200 && answer.status < 300, `${answer.status} ${answer.text}`)
  return answer.body
}

/** Needs the whole service, with localhost and 127.0.0.1 among its allowed hosts. */
export const managerScene = Effect.fnUntraced(function* (
  gateway: AdminGateway,
  more: Readonly<Record<string, { readonly enabled: boolean }>> = {}
) {
  const { target } = yield* gateway.scene
  const { browser, record } = yield* inBrowser("ui_superadmin", true)
  const admin: Ask = (method, path, body) => Effect.promise(() => browser.send(method, `/api${path}`, body))
  const { accessKey, secretKey } = yield* target.credential.open
  // all scenes of a gateway share its endpoint
  const listed: any = ok(yield* admin("GET", "/admin/storage-endpoints"))
  const known: ReadonlyArray<Answer["body"]> = Array.isArray(listed) ? listed : listed["items"]
  const endpoint =
    known.find(({ url }) => url === target.url) ??
    ok(
      yield* admin("POST", "/admin/storage-endpoints", {
        name: unique("lab"),
        url: target.url,
        admin_access_key: accessKey,
        admin_secret_key: Redacted.value(secretKey),
        features_config: { features: { admin: { enabled: true }, account: { enabled: true }, ...more } }
      })
    )
  const account = ok(
    yield* admin("POST", "/admin/accounts", {
      storage_endpoint_id: endpoint["id"],
      name: unique("team"),
      limits: { max_buckets: null },
      user_links: [
        { user_id: record.user.id, manager_role: "account_administrator", allow_manager_browser_data_access: true }
      ]
    })
  )
  const contextId = String(account["id"])
  const ask: Ask = (method, path, body) =>
    admin(method, `/manager${path}${path.includes("?") ? "&" : "?"}context_id=${contextId}`, body)
  const bucket = (more: object = {}) =>
    Effect.map(ask("POST", "/buckets", { name: unique("bucket"), ...more }), (answer): string => ok(answer)["name"])
  const signIn = Effect.gen(function* () {
    const opened = yield* (yield* Sessions).open(record, yield* DateTime.now)
    browser.enter({ [cookieNames.access]: Redacted.value(opened.access) }, opened.csrf)
  })
  const scene: ManagerScene = {
    signIn,
    target,
    browser,
    contextId,
    endpointId: endpoint["id"],
    admin,
    ask,
    bucket,
    rgwAccountId: account["rgw_account_id"],
    key: yield* keyOf("account", account["id"])
  }
  return scene
})
