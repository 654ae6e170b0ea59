import { assert, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { gatewayProxy, type Passage } from "../../support/GatewayProxy.ts"
import { requirement } from "../../support/Requirement.ts"
import { WholeService } from "../../support/WholeService.ts"
import { type AdminGateway, adminGateways, adminTarget } from "../contract/adminGateway.ts"
import { ok } from "../managerScene.ts"
import { browserScene } from "./browserScene.ts"
import { framesOf } from "./framesOf.ts"
import { unzipped } from "./transferScene.ts"

const error = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`
const xml = "application/xml"

const faults: Readonly<Record<string, readonly [Passage, status: number, code: string, storage: string | null]>> = {
  "a refusal": [{ status: 403, type: xml, text: error("AccessDenied") }, 502, "storage_error", "AccessDenied"],
  "nothing of the kind": [
    { status: 501, type: xml, text: error("NotImplemented") },
    502,
    "storage_error",
    "NotImplemented"
  ],
  garbage: [
    { status: 200, type: "text/html", text: "<html><p>a proxy</html>" },
    502,
    "storage_error",
    "UnreadableAnswer"
  ],
  "nothing at all": [{ status: 200, type: xml, text: "" }, 502, "storage_error", "UnreadableAnswer"],
  "half an answer": [
    { status: 200, type: xml, text: "<ListBucketResult><Name>b</Name><Contents><Key>a</Key><Size>1</Si" },
    502,
    "storage_error",
    "UnreadableAnswer"
  ],
  "another listing": [
    {
      status: 200,
      type: xml,
      text: "<ListAllMyBucketsResult><Buckets><Bucket><Name>b</Name></Bucket></Buckets></ListAllMyBucketsResult>"
    },
    502,
    "storage_error",
    "UnreadableAnswer"
  ],
  "references to no character": [
    {
      status: 200,
      type: xml,
      text: "<ListBucketResult><Name>b</Name><Contents><Key>a&#9999999;</Key><Size>1</Size></Contents></ListBucketResult>"
    },
    502,
    "storage_error",
    "UnreadableAnswer"
  ],
  "entities of its own": [
    {
      status: 200,
      type: xml,
      text: `<!DOCTYPE a [<!ENTITY b "c">]><ListBucketResult><Name>&b;</Name></ListBucketResult>`
    },
    502,
    "storage_error",
    "UnreadableAnswer"
  ]
}

const zoo = [
  "a//b",
  "..",
  "line\nbreak\r.txt",
  "tab\t.txt",
  "🦀",
  "100%25 %zz",
  "<&>\"'",
  "ctrl\u0001\u007f",
  "trailing/",
  "k".repeat(1_024)
]

const proxied = Effect.fnUntraced(function* (gateway: AdminGateway) {
  const scene = yield* gateway.scene
  const proxy = yield* gatewayProxy(scene.target.url)
  const target = { ...adminTarget(proxy.url, { accessKey: "", secretKey: "" }), credential: scene.target.credential }
  return { proxy, scene: yield* browserScene({ ...gateway, scene: Effect.succeed({ ...scene, target }) }) }
})

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`bad days of listings on ${gateway.name}`, () => {
    layer(
      WholeService({
        allowedStorageHosts: ["localhost", "127.0.0.1"],
        gateway: { timeout: Duration.seconds(10), concurrency: 16 }
      }),
      { excludeTestServices: true, timeout: "120 seconds" }
    )((it) => {
      it.effect(
        "what could not be read is said, and is no empty folder",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { proxy, scene } = yield* proxied(gateway)
              for (const key of zoo) yield* scene.put(key)
              const here = (asked: string) =>
                asked.startsWith(`/${scene.bucketName}`) && /[?&](list-type|versions|uploads)\b/.test(asked)
              // a failing endpoint is not called for a while: let it succeed in between
              const during = <A>(passage: Passage, asked: Effect.Effect<A>): Effect.Effect<A> =>
                Effect.gen(function* () {
                  proxy.set((_, path) => (here(path) ? passage : "pass"))
                  const answer = yield* asked
                  proxy.set(() => "pass")
                  ok(yield* scene.ask("GET", "objects", { query: { max_keys: "1" } }))
                  return answer
                })
              const places = { objects: {}, versions: {}, multipart: {}, search: { q: "a" } }
              for (const [what, [passage, status, code, storage]] of Object.entries(faults)) {
                for (const [place, query] of Object.entries(places)) {
                  const answer = yield* during(passage, scene.ask("GET", place, { query }))
                  assert.deepStrictEqual(
                    [answer.status, answer.code, answer.body["storage"]?.code ?? null],
                    [status, code, storage],
                    `${place}, ${what}: ${answer.text}`
                  )
                }
                const {
                  body: { url }
                } = yield* scene.ask("POST", "archives", { body: { prefix: "", keys: ["trailing/"] } })
                const archive = yield* during(
                  passage,
                  Effect.promise(() => scene.browser.bytes(url))
                )
                assert.sameMembers(
                  [...(yield* unzipped(archive.bytes)).keys()],
                  ["NOT IN THIS ARCHIVE.txt"],
                  `archive, ${what}`
                )
              }
              // only our own clock ends silence: wait on one gateway, concurrently
              proxy.set((_, path) => (here(path) && gateway.name === "sandbox" ? "hold the request" : "pass"))
              const silent =
                gateway.name !== "sandbox"
                  ? []
                  : yield* Effect.all(
                      Object.entries(places).map(([place, query]) => scene.ask("GET", place, { query })),
                      { concurrency: "unbounded" }
                    )
              assert.deepStrictEqual(
                silent.map(({ code, status }) => [status, code]),
                silent.map(() => [504, "storage_timeout"])
              )
              proxy.set(() => "pass")
              const listed = yield* scene.ask("GET", "objects", { query: { delimiter: "" } })
              assert.sameMembers(
                listed.body["objects"].map(({ key }: { readonly key: string }) => key),
                zoo
              )
              const versions = yield* scene.ask("GET", "versions", { query: { delimiter: "" } })
              assert.sameMembers(
                versions.body["versions"].map(({ key }: { readonly key: string }) => key),
                zoo
              )
              const found = framesOf((yield* scene.ask("GET", "search")).text)
              assert.sameMembers(
                found
                  .flatMap(({ data, event }) => (event === "found" ? data.items : []))
                  .filter(({ kind }) => kind !== "folder")
                  .map(({ key }) => key),
                zoo
              )
              for (const key of zoo) {
                const only = yield* scene.ask("GET", "versions", { query: { key } })
                assert.deepStrictEqual(
                  only.body["versions"].map((version: { readonly key: string }) => version.key),
                  [key]
                )
              }
            })
          ),
        90_000
      )

      it.effect("an archive of a folder that cannot be listed says so inside, and is whole as a file", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { proxy, scene } = yield* proxied(gateway)
            for (const key of ["folder/a.txt", "folder/b.txt", "there.txt"]) yield* scene.put(key)
            proxy.set((_, asked) =>
              asked.includes("list-type") ? { status: 403, type: xml, text: error("AccessDenied") } : "pass"
            )
            const {
              body: { url }
            } = yield* scene.ask("POST", "archives", { body: { prefix: "", keys: ["folder/", "there.txt"] } })
            const { bytes, status } = yield* Effect.promise(() => scene.browser.bytes(url))
            assert.strictEqual(status, 200)
            assert.sameMembers([...(yield* unzipped(bytes)).keys()], ["there.txt", "NOT IN THIS ARCHIVE.txt"])
          })
        )
      )
    })
  })
}
