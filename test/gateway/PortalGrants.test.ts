import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  type S3Client
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type GrantedRight, isGranted, type ObjectRequest } from "#domain/gateways/endpoints/objectGrants.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways, unique } from "./contract/adminGateway.ts"
import { ok } from "./managerScene.ts"
import { clientOf, portalScene } from "./portalScene.ts"

const ROUNDS = 10
const REQUESTS_PER_ROUND = 30
const FOLDERS = ["", "a/", "b/", "a/c/", "d/"]
const RIGHTS: ReadonlyArray<GrantedRight | null> = ["read", "write", "manage", null]

const numbersFrom = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const send = (s3: S3Client, { bucket: Bucket, key: Key, operation, prefix: Prefix }: ObjectRequest) => {
  switch (operation) {
    case "GetObject":
      return s3.send(new GetObjectCommand({ Bucket, Key }))
    case "PutObject":
      return s3.send(new PutObjectCommand({ Bucket, Key, Body: "x" }))
    case "DeleteObject":
      return s3.send(new DeleteObjectCommand({ Bucket, Key }))
    case "ListObjectVersions":
      return s3.send(new ListObjectVersionsCommand({ Bucket, Prefix }))
    default:
      return s3.send(new ListObjectsV2Command({ Bucket, Prefix }))
  }
}

const real = (await adminGateways()).filter(({ name }) => name !== "sandbox")

for (const gateway of real)
  requirement(gateway.name, gateway.lack)(`grants of the Portal on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "300 seconds"
    })((it) => {
      it.effect(
        "real requests are answered as 100 random grants say",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const sql = yield* SqlClient.SqlClient
              const { ada, boss, bucket, put, url } = yield* portalScene(gateway)
              const buckets = [yield* bucket(), yield* bucket()]
              const places = buckets.flatMap((name) => FOLDERS.map((prefix) => ({ bucket: name, prefix })))
              for (const place of places) yield* put(place.bucket, `${place.prefix}kept`)
              const spaces = yield* Effect.forEach(places, (place) =>
                Effect.map(
                  boss.ask("POST", "/spaces", {
                    name: unique("space"),
                    bucket_name: place.bucket,
                    prefix: place.prefix,
                    existing_bucket: true
                  }),
                  (answer) => ({ ...place, id: ok(answer)["id"] as number })
                )
              )
              const next = numbersFrom(30)
              const one = <A>(all: ReadonlyArray<A>): A => all[next(all.length)]!
              const requestOf = (): ObjectRequest => {
                const { bucket: name, prefix } = one(places)
                const operation = one(["GetObject", "PutObject", "DeleteObject", "ListObjectsV2", "ListObjectVersions"])
                return operation.startsWith("List")
                  ? { operation, bucket: name, prefix }
                  : { operation, bucket: name, key: `${prefix}${operation === "GetObject" ? "kept" : "other"}` }
              }
              const memberPath = (id: number) => `/spaces/${id}/members/${ada.id}`
              const first = spaces[0]!
              ok(yield* boss.ask("PUT", memberPath(first.id), { right: "read" }))
              const key = ok(
                yield* ada.ask("POST", "/access-keys", { storage_space_id: first.id, label: "Tests" })
              ) as any
              const s3 = yield* clientOf(url, { accessKey: key.access_key, secretKey: key.secret_key })
              const rights = new Map<number, GrantedRight>()
              for (let round = 0; round < ROUNDS; round++) {
                rights.clear()
                for (const { id } of spaces) {
                  const right = one(RIGHTS)
                  if (right !== null) rights.set(id, right)
                }
                rights.set(first.id, one(RIGHTS) ?? "read")
                yield* sql`delete from portal_members where user_id = ${ada.id} and space_id <> ${first.id}`
                for (const [id, right] of rights)
                  if (id !== first.id)
                    yield* sql`insert into portal_members (space_id, user_id, member_right, added_at)
                    values (${id}, ${ada.id}, ${right}, now())`
                ok(yield* boss.ask("PUT", memberPath(first.id), { right: rights.get(first.id) }))
                const grants = spaces.flatMap((space) => {
                  const granted = rights.get(space.id)
                  return granted === undefined ? [] : [{ bucket: space.bucket, prefix: space.prefix, right: granted }]
                })
                const requests = Array.from({ length: REQUESTS_PER_ROUND }, requestOf)
                const answers = yield* Effect.promise(() =>
                  Promise.all(
                    requests.map((request) =>
                      send(s3, request).then(
                        () => "ok",
                        (error: { readonly name: string }) => error.name
                      )
                    )
                  )
                )
                assert.deepStrictEqual(
                  requests.map((request, index) => ({ ...request, answer: answers[index] })),
                  requests.map((request) => ({
                    ...request,
                    answer: isGranted(grants, request) ? "ok" : "AccessDenied"
                  })),
                  `round ${round}: ${JSON.stringify(grants)}`
                )
              }
            })
          ),
        240_000
      )
    })
  })
