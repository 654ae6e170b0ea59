import { S3Client } from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { cookieNames } from "#http/sessionCookies.ts"
import { Registry } from "#services/accounts/Registry.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { account, freshSandbox } from "../layers/sandbox/support.ts"
import { administrator } from "../services/support/storageFixture.ts"
import { ConsoleBrowser } from "./ConsoleBrowser.ts"
import { firstAdministrator } from "./firstAdministrator.ts"
import { realGateway } from "./RealGateway.ts"

export interface Place {
  readonly url: string
  readonly admin: { readonly accessKey: string; readonly secretKey: string }
  readonly accounts: ReadonlyArray<{
    readonly id: string
    readonly uid: string
    readonly accessKey: string
    readonly secretKey: string
  }>
}

const { gateway: real, lack } = await realGateway("a")

export const sandboxPlace = Effect.map(freshSandbox(), (gateway) => ({
  gateway,
  place: {
    url: gateway.url,
    admin: gateway.admin,
    accounts: [account(gateway), account(gateway, 1)].map(({ accessKey, id, rootUid, secretKey }) => ({
      id,
      uid: rootUid,
      accessKey,
      secretKey
    }))
  } satisfies Place
}))

export const places = [
  { name: "sandbox", lack: undefined, place: Effect.map(sandboxPlace, ({ place }): Place => place) },
  {
    name: "real RGW",
    lack,
    place: Effect.sync((): Place => {
      assert.isDefined(real)
      return {
        url: real.url,
        admin: real.admin,
        accounts: real.accounts.map(({ id, root }) => ({
          id,
          uid: root.uid,
          accessKey: root.accessKey,
          secretKey: root.secretKey
        }))
      }
    })
  }
]

/** Registers the place at `url` in a whole service, with a user who administers its first account. */
export const managedAccount = Effect.fnUntraced(function* (place: Place, url: string = place.url) {
  const { publicOrigin } = yield* Settings
  const person = yield* firstAdministrator
  const endpoint = yield* (yield* StorageEndpoints).create(administrator, {
    name: `gateway ${crypto.randomUUID()}`,
    url,
    features_config: { features: { admin: { enabled: true }, account: { enabled: true } } },
    admin_access_key: place.admin.accessKey,
    admin_secret_key: Redacted.make(place.admin.secretKey)
  })
  const register = Effect.fnUntraced(function* ({ accessKey, id, secretKey, uid }: Place["accounts"][number]) {
    return yield* (yield* Registry).add(
      administrator,
      "account",
      {
        name: id,
        externalId: id,
        uid,
        endpointId: endpoint.id,
        verb: "import",
        links: { user_links: [{ user_id: person.user.id, manager_role: "account_administrator" }] }
      },
      { access_key: accessKey, secret_key: Redacted.make(secretKey) }
    )
  })
  const contexts = yield* Effect.forEach(place.accounts, register)
  const opened = yield* (yield* Sessions).open(person, null)
  const browser = new ConsoleBrowser(publicOrigin)
  browser.enter({ [cookieNames.access]: Redacted.value(opened.access) }, opened.csrf)
  const [first, second] = place.accounts
  const client = yield* Effect.acquireRelease(
    Effect.sync(
      () =>
        new S3Client({
          endpoint: place.url,
          region: "default",
          forcePathStyle: true,
          credentials: { accessKeyId: first!.accessKey, secretAccessKey: first!.secretKey }
        })
    ),
    (s3) => Effect.sync(() => s3.destroy())
  )
  return {
    browser,
    client,
    person,
    endpoint,
    contextId: String(contexts[0]!.id),
    otherContextId: String(contexts[1]!.id),
    otherOwner: second!,
    context: yield* (yield* ExecutionContexts).forListing(`endpoint:${endpoint.id}/owner:${first!.id}`)
  }
})
