import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListMultipartUploadsCommand,
  PutBucketCorsCommand
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { crc32 } from "node:zlib"
import { crc32Text } from "#domain/objects/crc32.ts"
import { Settings } from "#services/platform/Settings.ts"
import { gatewayProxy } from "../../support/GatewayProxy.ts"
import { requirement } from "../../support/Requirement.ts"
import { shiftedClock } from "../../support/shiftedClock.ts"
import { WholeService } from "../../support/WholeService.ts"
import { adminGateways } from "../contract/adminGateway.ts"
import { ok } from "../managerScene.ts"
import { besideGateway } from "./besideGateway.ts"
import { roleOf } from "./temporaryKeys.ts"
import { transferScene, unzipped } from "./transferScene.ts"

const first = Buffer.alloc(16 * 1024 ** 2, 1)
const second = Buffer.from("the rest")
const size = first.length + second.length
const sumOf = (bytes: Uint8Array) => crc32Text(crc32(bytes))
const sum = sumOf(Buffer.concat([first, second]))
const file = { key: "big", size_bytes: size, file_modified_ms: 5 }
type Scene = Effect.Success<ReturnType<typeof transferScene>>

const uploadsOf = (at: Scene, contextId = at.contextId) => {
  const path = (below: string, query: Record<string, string> = {}) =>
    `/api/browser/buckets/${at.bucket}/${below}?${new URLSearchParams({ context_id: contextId, ...query })}`
  return {
    start: at.send("POST", path("uploads"), file),
    put: (id: string, number: number) =>
      Effect.promise(() => {
        const bytes = number === 1 ? first : second
        return at.browser.put(path(`uploads/${id}/parts/${number}`), bytes, { "x-amz-checksum-crc32": sumOf(bytes) })
      }),
    link: (id: string, number: number) => at.send("POST", path(`uploads/${id}/links`), { part_numbers: [number] }),
    state: (id: string) => at.send("GET", path(`uploads/${id}`)),
    complete: (id: string) => at.send("POST", path(`uploads/${id}/complete`, { checksum: sum })),
    abort: (id: string) => at.send("DELETE", path(`uploads/${id}`)),
    open: Effect.map(
      at.send("GET", `/api/browser/uploads?context_id=${contextId}`),
      (answer): ReadonlyArray<string> => ok(answer)["uploads"].map((one: { id: string }) => one.id)
    ),
    pending: Effect.promise(
      async () => ((await at.client.send(new ListMultipartUploadsCommand({ Bucket: at.bucket }))).Uploads ?? []).length
    )
  }
}

const numbersOf = (answer: Parameters<typeof ok>[0]) =>
  ok(answer)["parts"].map((part: { part_number: number }) => part.part_number)
const refusedAs = (
  answer: { readonly status: number; readonly body: { readonly [name: string]: any }; readonly text: string },
  code: string,
  detail: string | RegExp
) => {
  assert.deepStrictEqual([answer.status, answer.body["storage"]?.code], [502, code], answer.text)
  if (typeof detail === "string") assert.strictEqual(answer.body["detail"], detail)
  else assert.match(answer.body["detail"], detail)
}

const service = () =>
  WholeService({
    allowedStorageHosts: ["localhost", "127.0.0.1"],
    outbound: { oidcHosts: [], ldapHosts: [], privateHosts: ["localhost"] }
  })

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`bad days of the object browser on ${gateway.name}`, () => {
    layer(service(), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      for (const minutes of gateway.name === "sandbox" ? [] : [-20, 20]) {
        it.effect(
          `T14 a clock that is ${minutes} minutes off is told with the difference by everything, each time, ` +
            "and hurts nothing and nobody once it is right",
          () =>
            Effect.scoped(
              Effect.gen(function* () {
                const [at, neighbour] = [yield* transferScene(gateway), yield* transferScene(gateway)]
                const { abort, complete, open, put, start, state } = uploadsOf(at)
                yield* at.plant("there", "x")
                const { id } = ok(yield* start) as { id: string }
                assert.strictEqual((yield* put(id, 2)).status, 200)
                const detail =
                  `The clock of this service is 20 minutes ${minutes > 0 ? "ahead of" : "behind"} the gateway's, ` +
                  "which takes no signature that is more than 15 minutes off: set both by NTP"
                yield* Effect.scoped(
                  Effect.gen(function* () {
                    yield* shiftedClock(minutes)
                    yield* Effect.all([at.signIn, neighbour.signIn])
                    // twice: a call must not use the clock of the one before
                    for (const _ of [1, 2]) {
                      const asked = {
                        part: put(id, 1),
                        state: state(id),
                        complete: complete(id),
                        abort: abort(id),
                        start,
                        list: at.send("GET", at.at("objects")),
                        versions: at.send("GET", at.at("versions")),
                        facts: at.send("GET", at.at("objects/facts", { key: "there" })),
                        download: at.send("GET", at.at("objects/download", { key: "there" })),
                        link: at.send("GET", at.at("objects/shared-link", { key: "there", expires_seconds: "600" })),
                        neighbour: neighbour.send("GET", neighbour.at("objects"))
                      }
                      for (const [what, ask] of Object.entries(asked)) {
                        const { body, status, text } = yield* ask
                        assert.deepStrictEqual(
                          [status, body["storage"]?.code, body["detail"]],
                          [502, "RequestTimeTooSkewed", detail],
                          `${what}: ${text}`
                        )
                      }
                    }
                  })
                )
                yield* Effect.all([at.signIn, neighbour.signIn])
                for (const one of [at, neighbour])
                  assert.strictEqual(
                    (yield* one.send("GET", one.at("objects"))).status,
                    200,
                    "no breaker keeps anybody out"
                  )
                assert.deepStrictEqual([yield* open, numbersOf(yield* state(id))], [[id], [2]])
                assert.strictEqual((yield* put(id, 1)).status, 200)
                assert.deepStrictEqual(ok(yield* complete(id)), { key: "big", checksum: sum, verified: true })
              })
            )
        )
      }

      it.effect(
        "a quota that is reached in the middle ends neither way of sending: once there is room, the upload goes on",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { publicOrigin } = yield* Settings
              for (const transport of ["proxied", "direct"] as const) {
                const at = yield* transferScene(gateway)
                const { complete, link, open, pending, put, start, state } = uploadsOf(at)
                if (transport === "direct")
                  yield* Effect.promise(() =>
                    at.client.send(
                      new PutBucketCorsCommand({
                        Bucket: at.bucket,
                        CORSConfiguration: {
                          CORSRules: [
                            {
                              AllowedOrigins: [publicOrigin],
                              AllowedMethods: ["PUT", "GET"],
                              AllowedHeaders: ["*"],
                              ExposeHeaders: ["ETag"]
                            }
                          ]
                        }
                      })
                    )
                  )
                const plan = ok(yield* start)
                assert.strictEqual(plan["transport"], transport)
                const { id } = plan as { id: string }
                const sent = (number: number) =>
                  transport === "proxied"
                    ? Effect.map(put(id, number), ({ body, status }): readonly [number, string] => [
                        status,
                        body["storage"]?.code ?? ""
                      ])
                    : Effect.flatMap(link(id, number), (answer) =>
                        Effect.promise(async (): Promise<readonly [number, string]> => {
                          const [{ headers, url }] = ok(answer)["links"]
                          const told = await fetch(url, { method: "PUT", headers, body: number === 1 ? first : second })
                          return [told.status, /<Code>(\w+)/.exec(await told.text())?.[1] ?? ""]
                        })
                      )
                const limit = Effect.fnUntraced(function* (bytes: number) {
                  const { version } = ok(yield* at.ask("GET", `/buckets/${at.bucket}/features/quota`))
                  ok(
                    yield* at.ask("PUT", `/buckets/${at.bucket}/features/quota`, {
                      value: { enabled: true, max_size_bytes: bytes, max_objects: null },
                      version
                    })
                  )
                })
                const until = (wanted: (status: number) => boolean, number: number) =>
                  sent(number).pipe(
                    Effect.repeat({ schedule: Schedule.spaced("200 millis"), until: ([status]) => wanted(status) }),
                    Effect.timeout("30 seconds"),
                    Effect.orDie
                  )
                assert.deepStrictEqual(yield* sent(2), [200, ""])
                yield* limit(1024 ** 2)
                assert.deepStrictEqual(
                  yield* until((status) => status !== 200, 1),
                  [transport === "proxied" ? 502 : 403, "QuotaExceeded"],
                  transport
                )
                assert.deepStrictEqual([yield* open, yield* pending], [[id], 1])
                assert.include(numbersOf(yield* state(id)), 2)
                yield* limit(1024 ** 4)
                yield* until((status) => status === 200, 1)
                assert.deepStrictEqual(ok(yield* complete(id)), { key: "big", checksum: sum, verified: true })
                assert.deepStrictEqual([yield* open, yield* pending], [[], 0])
              }
            })
          ),
        90_000
      )

      it.effect(
        "a bucket that goes underneath is told by each step of an upload, by a listing and by an archive, and " +
          "leaves nothing to be listed",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const at = yield* transferScene(gateway)
              const { abort, complete, link, open, put, start, state } = uploadsOf(at)
              for (const key of ["a/1", "a/2", "b"]) yield* at.plant(key, key)
              const { id } = ok(yield* start) as { id: string }
              assert.strictEqual((yield* put(id, 2)).status, 200)
              const page = ok(yield* at.send("GET", at.at("objects", { max_keys: "1" })))
              const { url } = ok(yield* at.send("POST", at.at("archives"), { prefix: "", keys: ["a/", "b"] }))
              yield* Effect.promise(() =>
                at.client.send(
                  new DeleteObjectsCommand({
                    Bucket: at.bucket,
                    Delete: { Objects: ["a/1", "a/2", "b"].map((Key) => ({ Key })) }
                  })
                )
              )
              yield* Effect.promise(() => at.client.send(new DeleteBucketCommand({ Bucket: at.bucket })))
              const asked = {
                part: put(id, 1),
                state: state(id),
                complete: complete(id),
                start,
                list: at.send(
                  "GET",
                  at.at("objects", { max_keys: "1", continuation_token: page["next_continuation_token"] })
                ),
                versions: at.send("GET", at.at("versions")),
                multipart: at.send("GET", at.at("multipart")),
                download: at.send("GET", at.at("objects/download", { key: "b" }))
              }
              for (const [what, ask] of Object.entries(asked)) {
                const answer = yield* ask
                assert.deepStrictEqual([answer.status, answer.code], [404, "not_found"], `${what}: ${answer.text}`)
              }
              assert.strictEqual((yield* link(id, 1)).status, 409, "it goes through the service")
              assert.deepStrictEqual(yield* open, [id])
              assert.strictEqual((yield* abort(id)).status, 204)
              assert.deepStrictEqual(yield* open, [])
              const members = yield* unzipped((yield* Effect.promise(() => at.browser.bytes(url))).bytes)
              assert.deepStrictEqual([...members.keys()], ["NOT IN THIS ARCHIVE.txt"])
              assert.match(members.get("NOT IN THIS ARCHIVE.txt") ?? "", /^Not in this archive \(2\):\r\n/)
            })
          )
      )

      it.effect(
        "whatever step of an upload the gateway fails at, it is listed until it is done or ended, and is done " +
          "when it is asked again",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const inner = yield* gateway.scene
              const proxy = yield* gatewayProxy(inner.target.url)
              const at = yield* transferScene({
                ...gateway,
                scene: Effect.succeed({ ...inner, target: { ...inner.target, url: proxy.url } })
              })
              const { abort, complete, open, pending, put, start, state } = uploadsOf(at)
              const steps = {
                begin: (method: string, path: string) => method === "POST" && /[?&]uploads/.test(path),
                part: (method: string, path: string) => method === "PUT" && path.includes("partNumber="),
                list: (method: string, path: string) => method === "GET" && path.includes("uploadId="),
                join: (method: string, path: string) => method === "POST" && path.includes("uploadId="),
                end: (method: string, path: string) => method === "DELETE" && path.includes("uploadId=")
              }
              for (const how of ["refuse", "cut"] as const) {
                const failing = Effect.fnUntraced(function* (
                  step: keyof typeof steps,
                  ask: Effect.Effect<{ readonly status: number; readonly text: string }>
                ) {
                  let met = 0
                  proxy.set((method, path) => {
                    if (!steps[step](method, path)) return "pass"
                    met++
                    return how
                  })
                  const { status, text } = yield* ask
                  proxy.set(() => "pass")
                  assert.isAbove(met, 0, step)
                  assert.strictEqual(status, 502, `${step}, ${how}: ${text}`)
                })
                yield* failing("begin", start)
                assert.deepStrictEqual([yield* open, yield* pending], [[], 0])
                const { id } = ok(yield* start) as { id: string }
                yield* failing("part", put(id, 1))
                for (const number of [1, 2]) assert.strictEqual((yield* put(id, number)).status, 200)
                yield* failing("list", state(id))
                yield* failing("list", complete(id))
                yield* failing("join", complete(id))
                yield* failing("end", abort(id))
                assert.deepStrictEqual([yield* open, yield* pending, numbersOf(yield* state(id))], [[id], 1, [1, 2]])
                assert.deepStrictEqual(ok(yield* complete(id)), { key: "big", checksum: sum, verified: true })
                assert.deepStrictEqual([yield* open, yield* pending], [[], 0])
              }
            })
          )
      )

      it.effect("a ZIP of which a member cannot be had holds all the others, and says which is missing and why", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const inner = yield* gateway.scene
            const proxy = yield* gatewayProxy(inner.target.url)
            const at = yield* transferScene({
              ...gateway,
              scene: Effect.succeed({ ...inner, target: { ...inner.target, url: proxy.url } })
            })
            const large = Buffer.alloc(1024 ** 2, 7)
            for (const key of ["p/one", "p/small bad", "p/two"]) yield* at.plant(key, key)
            for (const key of ["p/large", "p/large bad"]) yield* at.plant(key, large)
            proxy.set((method, path) => (method === "GET" && path.includes("bad") ? "refuse" : "pass"))
            const { url } = ok(yield* at.send("POST", at.at("archives"), { prefix: "p/", keys: ["p/"] }))
            const members = yield* unzipped((yield* Effect.promise(() => at.browser.bytes(url))).bytes)
            assert.deepStrictEqual([...members.keys()].sort(), ["NOT IN THIS ARCHIVE.txt", "large", "one", "two"])
            assert.strictEqual(members.get("large")?.length, large.length)
            const said = members.get("NOT IN THIS ARCHIVE.txt") ?? ""
            assert.match(said, /^Not in this archive \(2\):\r\n {2}"p\/large bad": .+\r\n {2}"p\/small bad": .+\r\n$/)
          })
        )
      )
    })
  })
}

const brief = besideGateway({ rgw_sts_min_session_duration: 1 })
requirement(brief.name, brief.lack)("temporary credentials that end in the middle of an upload, on real RGW", () => {
  layer(service(), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect(
      "T12 are told as what ended, the upload stays listed, and it goes on with new ones to the same sum",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const at = yield* transferScene(brief)
            const { origin } = new URL(at.target.url.replace("127.0.0.1", "localhost"))
            const assume = yield* roleOf(at.target.url, at.key, at.rgwAccountId)
            const brieflyKnown = yield* assume(15)
            const { expires_at, ...untold } = brieflyKnown
            const connected = Effect.fnUntraced(function* (keys: object) {
              const { id } = ok(
                yield* at.admin("POST", "/connections", {
                  name: `brief ${crypto.randomUUID().slice(0, 8)}`,
                  custom_endpoint: { url: origin, region: "default" },
                  ...keys
                })
              )
              const uploads = uploadsOf(at, `conn-${id}`)
              const begun = ok(yield* uploads.start) as { id: string }
              assert.strictEqual((yield* uploads.put(begun.id, 2)).status, 200)
              return { ...uploads, connection: id as number, upload: begun.id }
            })
            // the end of one pair is known here, of the other only there
            const [known, unknown] = [yield* connected(brieflyKnown), yield* connected(untold)]
            const ended = <A extends { readonly status: number }>(ask: Effect.Effect<A>) =>
              ask.pipe(
                Effect.repeat({ schedule: Schedule.spaced("250 millis"), until: ({ status }) => status !== 200 }),
                Effect.timeout("30 seconds"),
                Effect.orDie
              )
            yield* ended(unknown.state(unknown.upload))
            yield* ended(known.state(known.upload))
            for (const ask of [
              known.put(known.upload, 1),
              known.state(known.upload),
              known.complete(known.upload),
              known.abort(known.upload),
              known.start
            ]) {
              const { body, text } = yield* ask
              assert.deepInclude(
                body,
                { status: 403, code: "workspace_unavailable", remediation_reason: "connection_expired" },
                text
              )
            }
            const download = at.send(
              "GET",
              `/api/browser/buckets/${at.bucket}/objects/download?${new URLSearchParams({ context_id: `conn-${unknown.connection}`, key: "any" })}`
            )
            for (const ask of [
              download,
              unknown.put(unknown.upload, 1),
              unknown.state(unknown.upload),
              unknown.complete(unknown.upload),
              unknown.abort(unknown.upload),
              unknown.start
            ]) {
              refusedAs(
                yield* ask,
                "AccessDenied",
                "The gateway refused these temporary credentials: they have ended, or they may not do this"
              )
            }
            assert.deepStrictEqual([yield* unknown.open, yield* unknown.pending], [[unknown.upload], 2])
            for (const one of [known, unknown]) {
              ok(yield* at.admin("POST", `/connections/${one.connection}/keys`, yield* assume(900)))
              assert.deepStrictEqual([yield* one.open, numbersOf(yield* one.state(one.upload))], [[one.upload], [2]])
              assert.deepInclude(ok(yield* one.start), { id: one.upload, resumed: true })
              assert.strictEqual((yield* one.put(one.upload, 1)).status, 200)
              assert.deepStrictEqual(ok(yield* one.complete(one.upload)), { key: "big", checksum: sum, verified: true })
            }
            assert.strictEqual(yield* at.read("big").pipe(Effect.map((bytes) => sumOf(bytes ?? new Uint8Array()))), sum)
            assert.strictEqual(yield* known.pending, 0)
          })
        ),
      90_000
    )
  })
})
