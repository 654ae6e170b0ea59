import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as http from "node:http"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { Settings } from "#services/platform/Settings.ts"
import { account, type Credentials, freshSandbox } from "../layers/sandbox/support.ts"
import { administrator } from "../services/support/storageFixture.ts"
import { realGateway } from "../support/RealGateway.ts"
import { anyIntent } from "../support/anyIntent.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { freshName, targetOf } from "../gateway/contract/s3Gateway.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"

interface Answer {
  readonly status: number
  readonly text: string
  readonly cookie: string
}

const raw = (origin: string, method: string, path: string, headers: Record<string, string> = {}, body = "") =>
  Effect.callback<Answer, Error>((resume) => {
    const { hostname, port } = new URL(origin)
    const request = http.request({ hostname, port, method, path, headers }, (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk
      })
      response.on("end", () =>
        resume(
          Effect.succeed({
            status: response.statusCode ?? 0,
            text,
            cookie: (response.headers["set-cookie"] ?? []).map((one) => one.split(";")[0]).join("; ")
          })
        )
      )
    })
    request.on("error", (error) => resume(Effect.fail(error)))
    request.end(body)
  })

const signIn = Effect.fnUntraced(function* (endpointId: number, keys: Readonly<Record<string, unknown>>) {
  const { publicOrigin } = yield* Settings
  return yield* raw(
    publicOrigin,
    "POST",
    "/api/auth/login/s3",
    { origin: publicOrigin, "content-type": "application/json" },
    JSON.stringify({ endpoint_id: endpointId, access_key: "AKIA", secret_key: "secret", ...keys })
  )
})

const browse = Effect.fnUntraced(function* (cookie: string, bucket: string) {
  const { publicOrigin } = yield* Settings
  return yield* raw(publicOrigin, "GET", `/api/browser/buckets/${bucket}/objects?context_id=s3-session`, { cookie })
})

const unspeakable = ["nul\0nul", "line\r\nbreak", "tab\ttab", "ключ", "half \ud800", "\u007f", "two words\u0085"]
const noBuckets = ["a%2F..%2Fx", "%2e%2e", "%2E", "admin", "a%00b", "a%0d%0ab", "%20", "a%3Ab", "%D0%BA"]

interface Place {
  readonly url: string
  readonly bystander: Credentials
  readonly attacker: Credentials
}

const { gateway: real, lack } = await realGateway("a")

const sandbox = Effect.map(
  freshSandbox(),
  (gateway): Place => ({ url: gateway.url, bystander: account(gateway), attacker: account(gateway, 1) })
)
const ofReal = Effect.sync((): Place => {
  assert.isDefined(real)
  return { url: real.url, bystander: real.accounts[0].root, attacker: real.accounts[1].root }
})

for (const [name, missing, place] of [
  ["sandbox", undefined, sandbox],
  ["real RGW", lack, ofReal]
] as const) {
  requirement(name, missing)(`hostile input on the ${name}`, () => {
    layer(Layer.merge(WholeService(), anyIntent), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect(
        "keys that no request can carry are 422, names that are no bucket's too, and a bystander is served throughout",
        () =>
          Effect.gen(function* () {
            const { attacker, bystander, url } = yield* place
            const { id } = yield* (yield* StorageEndpoints).create(administrator, { name: "gateway", url })
            const bucket = freshName()
            const buckets = yield* BucketGateway
            yield* Effect.acquireRelease(buckets.create(targetOf(url, bystander), bucket, { objectLock: false }), () =>
              Effect.orDie(buckets.remove(targetOf(url, bystander), bucket))
            )
            const { cookie } = yield* signIn(id, { access_key: bystander.accessKey, secret_key: bystander.secretKey })
            const mine = yield* signIn(id, { access_key: attacker.accessKey, secret_key: attacker.secretKey })
            assert.include(cookie, "stowage_s3")
            assert.include(mine.cookie, "stowage_s3")
            const served = browse(cookie, bucket)
            const statuses: Array<number> = []
            const bystands = Effect.map(served, ({ status }) => {
              statuses.push(status)
            })

            for (const text of unspeakable) {
              for (const field of ["access_key", "secret_key", "session_token"]) {
                const { status, text: problem } = yield* signIn(id, { [field]: text })
                assert.strictEqual(status, 422, `${field} ${JSON.stringify(text)}: ${problem}`)
                assert.include(problem, field)
              }
              yield* bystands
            }
            for (const name of noBuckets) {
              for (let time = 0; time < 6; time++) {
                const { status, text } = yield* browse(mine.cookie, name)
                assert.include([404, 422], status, `${name}: ${text}`)
                assert.notInclude(text, "storage_error")
              }
              yield* bystands
            }
            while (statuses.length < 54) yield* bystands
            assert.deepStrictEqual(
              statuses,
              statuses.map(() => 200)
            )
          }),
        60_000
      )
    })
  })
}
