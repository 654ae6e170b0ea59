import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways, unique } from "./contract/adminGateway.ts"
import { managerScene, ok } from "./managerScene.ts"

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`refusals of ${gateway.name} in our words`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      const endpointOf = Effect.fnUntraced(function* ({
        admin,
        target
      }: Effect.Success<ReturnType<typeof managerScene>>) {
        const listed = ok(yield* admin("GET", "/admin/storage-endpoints"))
        return (listed["items"] ?? listed).find(({ url }: { url: string }) => url === target.url)
      })

      it.effect("a bucket that is not empty says which it is, and what to delete first", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask, bucket, key, target } = yield* managerScene(gateway)
            const name = yield* bucket()
            const client = new S3Client({
              endpoint: target.url,
              region: "default",
              forcePathStyle: true,
              credentials: { accessKeyId: key.accessKey, secretAccessKey: key.secretKey }
            })
            yield* Effect.promise(() => client.send(new PutObjectCommand({ Bucket: name, Key: "k", Body: "x" })))
            client.destroy()
            const { body, status } = yield* ask("DELETE", `/buckets/${name}?confirm_name=${name}`)
            assert.deepStrictEqual(
              [status, body["code"], body["detail"]],
              [
                409,
                "bucket_not_empty",
                `Bucket ${name} is not empty: delete its objects, old versions and unfinished uploads first`
              ]
            )
          })
        )
      )

      it.effect("an e-mail address that is taken says that another user has it, and to choose another one", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* managerScene(gateway)
            const endpoint = yield* endpointOf(scene)
            const email = `${unique("taken")}@example.org`
            const create = () =>
              scene.admin("POST", "/admin/s3-users", {
                storage_endpoint_id: endpoint["id"],
                rgw_user_uid: unique("user"),
                name: unique("user"),
                email
              })
            ok(yield* create())
            const { status, body } = yield* create()
            assert.deepStrictEqual(
              [status, body["code"], body["detail"]],
              [409, "already_exists", "Another user of the gateway has this e-mail address: enter another one, or none"]
            )
          })
        )
      )

      it.effect("a region that is no location of the gateway names the storage endpoint's region", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* managerScene(gateway)
            const endpoint = yield* endpointOf(scene)
            ok(yield* scene.admin("PUT", `/admin/storage-endpoints/${endpoint["id"]}`, { region: "nowhere-1" }))
            const { body } = yield* scene.ask("POST", "/buckets", { name: unique("bucket") })
            ok(yield* scene.admin("PUT", `/admin/storage-endpoints/${endpoint["id"]}`, { region: "default" }))
            assert.strictEqual(
              body["detail"],
              "The gateway has no such location: the region of the storage endpoint must be the name of one of " +
                "the gateway's zone groups"
            )
          })
        )
      )
    })
  })
}
