import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { featureNames } from "#domain/features/FeatureName.ts"
import { SqlClient } from "effect/sql"
import { raw } from "../layers/sandbox/support.ts"
import { boto3, boto3Lack } from "../support/boto3.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways } from "./contract/adminGateway.ts"
import { loggingPolicy } from "./featureContracts.ts"
import { managerScene, ok } from "./managerScene.ts"

for (const gateway of await adminGateways()) {
  requirement(gateway.name === "sandbox" ? "boto3" : `boto3 and ${gateway.name}`, gateway.lack ?? boto3Lack())(`what is odd of features on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect("S3: what is not configured is not set, with nothing wrong", () => Effect.scoped(Effect.gen(function*() {
        const { ask, bucket } = yield* managerScene(gateway)
        const items: ReadonlyArray<any> = ok(yield* ask("GET", `/buckets/${yield* bucket()}/features`))["items"]
        assert.deepStrictEqual(items.map(({ feature }) => feature), [...featureNames])
        // every bucket has an ACL
        assert.deepStrictEqual(items.filter(({ problem, value }) => problem !== null || value !== null).map(({ feature, summary }) => [feature, summary]), [["acl", "Private"]])
      })))

      it.effect("S6: AES256 is taken and warned of, since every upload is refused then", () => Effect.scoped(Effect.gen(function*() {
        const { ask, bucket, key, target } = yield* managerScene(gateway)
        const name = yield* bucket()
        const path = `/buckets/${name}/features/encryption`
        const value = { algorithm: "AES256", kms_key_id: null, bucket_key_enabled: null }
        const { reading } = ok(yield* ask("PUT", path, { value, version: ok(yield* ask("GET", path))["version"] }))
        assert.match(reading.warnings.join(), /refuses every upload/)
        const [upload] = yield* boto3({ url: target.url, ...key }, "s3", [["put_object", { Bucket: name, Key: "k", Body: "x" }]])
        assert.deepStrictEqual(upload, { error: "InvalidArgument" })
      })))

      it.effect("S15: who may not ask across origins is refused by the gateway, as the rules that were saved say", () => Effect.scoped(Effect.gen(function*() {
        const { ask, bucket, target } = yield* managerScene(gateway)
        const name = yield* bucket()
        const path = `/buckets/${name}/features/cors`
        const rule = { id: null, allowed_origins: ["https://a.test"], allowed_methods: ["GET"], allowed_headers: [], expose_headers: [], max_age_seconds: null }
        ok(yield* ask("PUT", path, { value: { rules: [rule] }, version: ok(yield* ask("GET", path))["version"] }))
        const preflight = (origin: string, method: string) => Effect.promise(() =>
          fetch(`${target.url}/${name}/k`, { method: "OPTIONS", headers: { origin, "access-control-request-method": method } }).then(async (answer) => [answer.status, /AccessDenied/.test(await answer.text())]))
        assert.deepStrictEqual(yield* preflight("https://a.test", "GET"), [200, false])
        for (const [origin, method] of [["https://b.test", "GET"], ["https://a.test", "PUT"]] as const) assert.deepStrictEqual(yield* preflight(origin, method), [403, true], `${origin} ${method}`)
      })))

      it.effect("A15: a quota is set with the uid of the bucket's own account, though any uid would do, and on no other bucket", () => Effect.scoped(Effect.gen(function*() {
        const inner = yield* gateway.scene
        const proxy = yield* gatewayProxy(inner.target.url)
        const { ask, bucket, rgwAccountId } = yield* managerScene({ ...gateway, scene: Effect.succeed({ ...inner, target: { ...inner.target, url: proxy.url } }) })
        const [one, other] = [yield* bucket(), yield* bucket()]
        const sent: Array<string> = []
        proxy.set((method, path) => {
          if (method === "PUT" && path.startsWith("/admin/bucket")) sent.push(path)
          return "pass"
        })
        const path = `/buckets/${one}/features/quota`
        ok(yield* ask("PUT", path, { value: { max_size_bytes: null, max_objects: 5, enabled: true }, version: ok(yield* ask("GET", path))["version"] }))
        assert.lengthOf(sent, 1)
        const sql = yield* SqlClient.SqlClient
        const [account] = yield* sql<{ rgw_user_uid: string }>`select rgw_user_uid from rgw_accounts where rgw_account_id = ${rgwAccountId}`
        const query = new URL(sent[0] ?? "", inner.target.url).searchParams
        // Admin Ops decodes twice
        assert.deepStrictEqual([decodeURIComponent(query.get("uid") ?? ""), query.get("bucket")], [account?.rgw_user_uid, one])
        assert.deepInclude(ok(yield* ask("GET", path))["value"], { max_objects: 5, enabled: true })
        assert.isNull(ok(yield* ask("GET", `/buckets/${other}/features/quota`))["value"])
      })))

      it.effect("S16: two tags with one key, which the gateway keeps, are shown, and one of them has to go first", () => Effect.scoped(Effect.gen(function*() {
        const { ask, bucket, key, target } = yield* managerScene(gateway)
        const name = yield* bucket()
        const [put] = yield* boto3({ url: target.url, ...key }, "s3", [["put_bucket_tagging", { Bucket: name, Tagging: { TagSet: [{ Key: "a", Value: "1" }, { Key: "a", Value: "2" }] } }]])
        assert.notProperty(put, "error")
        const path = `/buckets/${name}/features/tags`
        const { value, version } = ok(yield* ask("GET", path))
        assert.deepStrictEqual(value, { tags: [{ key: "a", value: "1" }, { key: "a", value: "2" }] })
        const kept = yield* ask("PUT", path, { value: { tags: [...value.tags, { key: "b", value: "" }] }, version })
        assert.deepStrictEqual(kept.body["errors"].map(({ path }: any) => path.join(".")), ["payload.value.tags.1.key"])
        assert.deepStrictEqual(ok(yield* ask("PUT", path, { value: { tags: value.tags.slice(1) }, version }))["reading"].value, { tags: [{ key: "a", value: "2" }] })
      })))

      it.effect("what another program wrote, and no field of ours names, outlives an edit of ours", () => Effect.scoped(Effect.gen(function*() {
        const { ask, bucket, key, rgwAccountId, target } = yield* managerScene(gateway)
        const [name, logs] = [yield* bucket(), yield* bucket()]
        const access = { url: target.url, ...key }
        yield* boto3(access, "s3", [["put_bucket_policy", { Bucket: logs, Policy: loggingPolicy(name, logs, rgwAccountId) }]])
        const filter = `<Filter><S3Key><FilterRule><Name>prefix</Name><Value>a/</Value></FilterRule></S3Key></Filter>`
        const answer = yield* raw({ url: target.url, region: "default" } as never, key, {
          method: "PUT", target: `/${name}?logging`,
          body: `<BucketLoggingStatus xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><LoggingEnabled><TargetBucket>${logs}</TargetBucket><TargetPrefix>p/</TargetPrefix><LoggingType>Journal</LoggingType>${filter}</LoggingEnabled></BucketLoggingStatus>`
        })
        assert.strictEqual(answer.status, 200, answer.text)
        const path = `/buckets/${name}/features/logging`
        const { value, version } = ok(yield* ask("GET", path))
        assert.strictEqual(value.logging_type, "Journal")
        const { reading } = ok(yield* ask("PUT", path, { value: { ...value, target_prefix: "ours/" }, version }))
        assert.deepStrictEqual(reading.value, { ...value, target_prefix: "ours/" })
        const now = yield* raw({ url: target.url, region: "default" } as never, key, { method: "GET", target: `/${name}?logging` })
        assert.include(now.text, filter)
        assert.include(now.text, "<TargetPrefix>ours/</TargetPrefix>")
      })))
    })
  })
}
