import { CreateBucketCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { featureOf } from "#domain/buckets/features/features.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { BucketMetadata } from "#services/buckets/workbench/BucketMetadata.ts"
import { managedAccount, places } from "../support/managedAccount.ts"
import { realGateway } from "../support/RealGateway.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { ask, must } from "./policies/askGateway.ts"

const place = places.find(({ name }) => name === "real RGW")!
const { gateway } = await realGateway("a")

const lists = (other: string, plain: string): ReadonlyArray<Readonly<Record<string, string>>> => [
  { "x-amz-acl": "private" },
  { "x-amz-acl": "public-read" },
  { "x-amz-acl": "public-read-write" },
  { "x-amz-acl": "authenticated-read" },
  { "x-amz-grant-read": `id=${other}`, "x-amz-grant-write-acp": `id=${other}` },
  { "x-amz-grant-full-control": `id=${plain}`, "x-amz-grant-read-acp": `id=${plain}, id=${other}` },
  { "x-amz-grant-read": 'uri="http://acs.amazonaws.com/groups/global/AllUsers"', "x-amz-grant-write": `id=${plain}` }
]

requirement(place.name, place.lack)("the metadata of a bucket", () => {
  layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
    excludeTestServices: true,
    timeout: "120 seconds"
  })((it) => {
    it.effect("has the ACL that S3 returns, whatever was granted", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const scene = yield* place.place
          const { client, context } = yield* managedAccount(scene)
          const [own, other] = scene.accounts
          const acl = featureOf("acl")
          for (const headers of lists(other!.id, gateway!.user.uid)) {
            const name = `acl${crypto.randomUUID().slice(0, 8)}`
            yield* Effect.promise(() => client.send(new CreateBucketCommand({ Bucket: name })))
            yield* Effect.promise(() =>
              must(scene.url, own!, { method: "PUT", path: `/${name}`, query: { acl: "" }, headers })
            )
            const { text } = yield* Effect.promise(() =>
              ask(scene.url, scene.admin, { method: "GET", path: "/admin/bucket", query: { bucket: name } })
            )
            const values = yield* (yield* BucketMetadata).features(context.admin!, {
              tenant: "",
              name,
              bucket_id: JSON.parse(text).id
            })
            const document = yield* (yield* FeatureStore).read(context, name, "acl")
            const granted = JSON.stringify(headers)
            assert.deepStrictEqual(values.get("acl"), acl.understand(document)?.value, granted)
            assert.deepStrictEqual(
              acl.understand(acl.express(values.get("acl"), null))?.value,
              values.get("acl"),
              granted
            )
          }
        })
      )
    )
  })
})
