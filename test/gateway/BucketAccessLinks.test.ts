import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Settings } from "#services/platform/Settings.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { claim, documentOf, listAccess, putObjects } from "./bucketAccessScene.ts"
import { adminGateways } from "./contract/adminGateway.ts"
import { managerScene, ok } from "./managerScene.ts"
import { must } from "./policies/askGateway.ts"
import { dice } from "./policies/generate.ts"

const rounds = Number(process.env["STOWAGE_ACCESS_ROUNDS"] ?? 10)
const folders = ["", "team/", "team/secret/", "other/"]
const real = (await adminGateways()).find(({ name }) => name === "real RGW")!

const parentOf = (folder: string): string => folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1)

interface RandomLink {
  readonly body: Readonly<Record<string, unknown>>
  readonly kind: "object" | "archive" | "upload"
  readonly folder: string
  readonly end: "none" | "expired" | "used up" | "revoked"
}

requirement(real.name, real.lack)("links in the list of who has access on a real RGW", () => {
  layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
    excludeTestServices: true,
    timeout: "120 seconds"
  })((it) => {
    it.effect("agree with real visits for random folders, directions, limits of uses, ends and bucket policies", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { admin, ask, bucket, contextId, key, rgwAccountId, target } = yield* managerScene(real, {
            iam: { enabled: true }
          })
          const { publicOrigin: origin } = yield* Settings
          const sql = yield* SqlClient.SqlClient
          const d = dice(Number(process.env["STOWAGE_POLICY_SEED"] ?? 20261128))
          const counts = { links: 0, statements: 0, visits: 0, allowed: 0, unknown: 0, ended: 0 }
          const disagreements: Array<string> = []

          const randomLink = (): RandomLink => {
            const end = d.one<RandomLink["end"]>(["none", "none", "none", "expired", "used up", "revoked"])
            const limits = { expires_seconds: 3600, ...(end === "used up" ? { max_uses: 1 } : {}) }
            const kind = d.one<RandomLink["kind"]>(["object", "archive", "archive", "upload", "upload"])
            const folder = d.one(kind === "archive" ? folders.slice(1) : folders)
            const target =
              kind === "object"
                ? { key: `${folder}k` }
                : kind === "upload"
                  ? { prefix: folder }
                  : d.chance(0.7)
                    ? { prefix: parentOf(folder), keys: [folder] }
                    : { prefix: parentOf(folder), keys: [folder, ...(parentOf(folder) === "" ? ["k"] : [])] }
            return { kind, folder, end, body: { kind, ...target, ...limits } }
          }
          const visit = (method: string, address: string, body?: string) =>
            Effect.promise(async () => {
              const answer = await fetch(`${origin}${address}`, {
                method,
                ...(body === undefined ? {} : { body }),
                headers: { origin, "content-type": "application/octet-stream" }
              })
              // the status of a download is sent before its bytes
              const isWhole = await answer.arrayBuffer().then(
                () => true,
                () => false
              )
              return answer.status < 300 && isWhole
            })
          const nameIn = ({ folder, kind }: RandomLink, place: string): string | null =>
            kind === "archive" && place.startsWith(folder) ? `${place.slice(parentOf(folder).length)}k` : null

          for (let round = 0; round < rounds; round += 1) {
            const name = yield* bucket()
            yield* Effect.promise(() => putObjects(target.url, key, name, folders))
            const made = yield* Effect.forEach(
              Array.from({ length: 8 }, randomLink),
              Effect.fnUntraced(function* (link) {
                const { share, url } = ok(
                  yield* admin("POST", `/browser/buckets/${name}/shares?context_id=${contextId}`, link.body)
                )
                const at = `/api/share/${url.slice(url.lastIndexOf("/") + 1)}`
                counts.links += 1
                const use = link.kind === "upload" ? visit("POST", `${at}/files?name=first`, "x") : null
                if (link.end === "expired") yield* sql`update shares set expires_at = now() where id = ${share.id}`
                if (link.end === "revoked") ok(yield* admin("DELETE", `/browser/shares/${share.id}`))
                if (link.end === "used up") {
                  if (use !== null) assert.isTrue(yield* use)
                  else
                    assert.isTrue(
                      yield* visit(
                        "GET",
                        link.kind === "object" ? `${at}/file` : `${at}/file?name=${nameIn(link, link.folder)}`
                      )
                    )
                }
                return { ...link, id: share.id as string, at }
              })
            )
            const statements = Array.from({ length: d.chance(0.7) ? 2 : 0 }, (_, index) => ({
              Sid: `s${index}`,
              Effect: d.chance(0.3) ? "Allow" : "Deny",
              Principal: d.one<unknown>(["*", { AWS: `arn:aws:iam::${rgwAccountId}:root` }]),
              Action: d.some(["s3:GetObject", "s3:PutObject", "s3:ListBucket"], 2),
              Resource: d.some(
                [
                  `arn:aws:s3:::${name}`,
                  `arn:aws:s3:::${name}/*`,
                  ...folders.slice(1).map((one) => `arn:aws:s3:::${name}/${one}*`)
                ],
                2
              )
            }))
            counts.statements += statements.length
            if (statements.length > 0)
              yield* Effect.promise(() =>
                must(target.url, key, {
                  method: "PUT",
                  path: `/${name}`,
                  query: { policy: "" },
                  body: documentOf(statements)
                })
              )
            const list = yield* listAccess(ask, name)
            const compare = (link: (typeof made)[number], right: "list" | "read" | "write", place: string) =>
              Effect.fnUntraced(function* (allowed: boolean) {
                const entry = list.items.find(({ id }) => id === `link:${link.id}`)
                const claimed = entry === undefined ? false : claim(entry, right, place)
                counts.visits += 1
                if (allowed) counts.allowed += 1
                if (claimed === null) counts.unknown += 1
                else if (claimed !== allowed)
                  disagreements.push(
                    [
                      `${right} ${place}: visitor ${allowed}, we ${claimed}`,
                      JSON.stringify(link),
                      JSON.stringify(statements),
                      JSON.stringify(entry)
                    ].join("\n")
                  )
              })
            for (const link of made) {
              const entry = list.items.find(({ id }) => id === `link:${link.id}`)
              assert.strictEqual(entry === undefined, link.end !== "none", `${link.end}: ${JSON.stringify(link)}`)
              if (link.end !== "none") counts.ended += 1
              if (link.kind === "object")
                yield* Effect.flatMap(visit("GET", `${link.at}/file`), compare(link, "read", link.folder))
              if (link.kind === "upload") {
                yield* Effect.flatMap(
                  visit("POST", `${link.at}/files?name=new`, "x"),
                  compare(link, "write", link.folder)
                )
                for (const place of folders.filter((one) => !one.startsWith(link.folder)))
                  yield* compare(link, "write", place)(false)
              }
              if (link.kind === "archive")
                for (const place of folders) {
                  const shown = nameIn(link, place)
                  if (shown === null) yield* compare(link, "read", place)(false)
                  else
                    yield* Effect.flatMap(
                      visit("GET", `${link.at}/file?name=${encodeURIComponent(shown)}`),
                      compare(link, "read", place)
                    )
                }
            }
          }
          console.log(JSON.stringify(counts))
          assert.deepStrictEqual(disagreements.slice(0, 5), [])
          assert.isAtLeast(counts.links, 8 * rounds)
          assert.isAbove(counts.allowed, counts.links / 4)
          assert.isBelow(counts.unknown, counts.visits / 2)
        })
      )
    )
  })
})
