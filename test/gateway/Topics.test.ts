import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { Settings } from "#services/platform/Settings.ts"
import { boto3, type BotoCall, boto3Lack } from "../support/boto3.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways, unique } from "./contract/adminGateway.ts"
import { managerScene, type ManagerScene, ok } from "./managerScene.ts"

const at = (arn: string) => `/topics/${encodeURIComponent(arn)}`
const plain = {
  time_to_live: null,
  max_retries: null,
  retry_sleep_duration: null,
  verify_ssl: null,
  use_ssl: null,
  ca_location: null,
  cloudevents: null,
  amqp_exchange: null,
  amqp_ack_level: null,
  kafka_ack_level: null,
  kafka_mechanism: null
}
const told = (scene: ManagerScene, name: string) =>
  Effect.map(
    scene.admin("GET", `/admin/audit/logs?search=${name}`),
    (answer): ReadonlyArray<any> => ok(answer)["items"]
  )
const notification = (target: string) => ({
  notifications: [
    {
      id: "n",
      type: "topic",
      target,
      events: ["s3:ObjectCreated:*"],
      prefix: null,
      suffix: null,
      regex: null,
      metadata: [],
      tags: []
    }
  ]
})

for (const gateway of await adminGateways()) {
  requirement(`boto3 and ${gateway.name}`, gateway.lack ?? boto3Lack())(`topics on ${gateway.name}`, () => {
    const settings = {
      allowedStorageHosts: ["localhost", "127.0.0.1"],
      eventListenerHosts: ["localhost"],
      outbound: { oidcHosts: [], ldapHosts: [], privateHosts: ["localhost"] }
    }
    layer(WholeService(settings), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect(
        "are made, read and changed by a foreign client, seen here, changed and deleted, and told in the audit trail",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const scene = yield* managerScene(gateway, { sns: { enabled: true } })
              const { ask, key, target } = scene
              const foreign = (...calls: ReadonlyArray<BotoCall>) => boto3({ url: target.url, ...key }, "sns", calls)
              assert.deepStrictEqual(ok(yield* ask("GET", "/topics")), { items: [] })

              const name = unique("uploads").padEnd(256, "-x")
              const wish = {
                push_endpoint: "http://listener.example.org:8080/hook",
                opaque_data: "line 1\nline 2 <&ü",
                persistent: true,
                time_to_live: 60,
                max_retries: 3,
                verify_ssl: false
              }
              const made = yield* ask("POST", "/topics", { name, attributes: wish })
              assert.strictEqual(made.status, 201, made.text)
              const { arn } = made.body as { readonly arn: string }
              const attributes = { ...plain, ...wish, transport: "http", has_credentials: false, policy: null }
              const { version } = made.body as { readonly version: string }
              assert.deepStrictEqual(made.body, { name, arn, attributes, version })
              assert.deepStrictEqual(ok(yield* ask("GET", "/topics")), { items: [{ name, arn, attributes, version }] })
              assert.deepStrictEqual(ok(yield* ask("GET", at(arn))), { name, arn, attributes, version })
              const [read] = yield* foreign(["get_topic_attributes", { TopicArn: arn }])
              assert.isTrue(read !== undefined && "answer" in read)
              if (read !== undefined && "answer" in read)
                assert.deepInclude(JSON.parse(read.answer.Attributes.EndPoint), {
                  EndpointAddress: wish.push_endpoint,
                  Persistent: true,
                  TimeToLive: "60",
                  MaxRetries: "3"
                })

              yield* foreign([
                "set_topic_attributes",
                { TopicArn: arn, AttributeName: "OpaqueData", AttributeValue: "theirs" }
              ])
              assert.strictEqual(ok(yield* ask("GET", at(arn)))["attributes"].opaque_data, "theirs")
              const policy = JSON.stringify({
                Version: "2012-10-17",
                Statement: [{ Effect: "Allow", Principal: "*", Action: ["sns:Publish"], Resource: "*" }]
              })
              const changed = ok(
                yield* ask("PUT", `${at(arn)}/attributes`, {
                  attributes: {
                    time_to_live: null,
                    verify_ssl: true,
                    persistent: false,
                    opaque_data: "hidden-from-the-trail",
                    policy
                  }
                })
              )
              assert.deepStrictEqual(changed["attributes"], {
                ...attributes,
                time_to_live: null,
                verify_ssl: true,
                persistent: false,
                opaque_data: "hidden-from-the-trail",
                policy
              })
              assert.deepStrictEqual(
                ok(yield* ask("PUT", `${at(arn)}/attributes`, { attributes: { policy: null, push_endpoint: null } }))[
                  "attributes"
                ].push_endpoint,
                ""
              )

              const began = ok(yield* ask("GET", at(arn)))["version"]
              const edit = (attributes: object, from: unknown) =>
                ask("PUT", `${at(arn)}/attributes`, { attributes, version: from })
              const edits = yield* Effect.all([edit({ max_retries: 7 }, began), edit({ max_retries: 8 }, began)], {
                concurrency: 2
              })
              assert.sameMembers(
                edits.map(({ status }) => status),
                [200, 409],
                edits.map(({ text }) => text).join()
              )
              assert.include(["stale_plan", "state_conflict"], edits.find(({ status }) => status === 409)?.code)
              const [won] = edits.filter(({ status }) => status === 200)
              assert.strictEqual(
                ok(yield* ask("GET", at(arn)))["attributes"].max_retries,
                won?.body["attributes"].max_retries
              )
              yield* foreign([
                "set_topic_attributes",
                { TopicArn: arn, AttributeName: "OpaqueData", AttributeValue: "theirs again" }
              ])
              const late = yield* edit({ opaque_data: "ours" }, won?.body["version"])
              assert.deepStrictEqual([late.status, late.code], [409, "stale_plan"])
              assert.strictEqual(
                ok(yield* ask("GET", at(arn)))["attributes"].opaque_data,
                "theirs again",
                "nothing is lost silently"
              )

              const again = yield* ask("POST", "/topics", { name, attributes: {} })
              assert.deepStrictEqual([again.status, again.code], [409, "already_exists"])
              const other = yield* ask("DELETE", `${at(arn)}?confirm_name=another`)
              assert.deepStrictEqual([other.status, other.code], [409, "stale_plan"])
              assert.deepStrictEqual(ok(yield* ask("DELETE", `${at(arn)}?confirm_name=${name}`)), { id: arn, name })
              assert.deepStrictEqual(ok(yield* ask("GET", "/topics")), { items: [] })

              const trail = (yield* told(scene, name.slice(0, 60))).filter(({ action }) => action.startsWith("topic."))
              assert.deepStrictEqual(
                trail.filter(({ status }) => status === "success").map(({ action }) => action),
                ["topic.delete", "topic.update", "topic.update", "topic.update", "topic.create"]
              )
              assert.deepInclude(trail.filter(({ status }) => status === "success")[3].metadata.before, {
                time_to_live: 60,
                opaque_data: "…"
              })
              assert.notInclude(JSON.stringify(trail), "hidden-from-the-trail")
            })
          )
      )

      it.effect("show which buckets tell them, and do not go unnoticed while one does", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask, bucket } = yield* managerScene(gateway, { sns: { enabled: true } })
            const { arn, name } = ok(yield* ask("POST", "/topics", { name: unique("used"), attributes: {} })) as {
              readonly arn: string
              readonly name: string
            }
            const [one = ""] = [yield* bucket(), yield* bucket()]
            const standing = ok(yield* ask("GET", `/buckets/${one}/features/notifications`))
            ok(
              yield* ask("PUT", `/buckets/${one}/features/notifications`, {
                value: notification(arn),
                version: standing["version"]
              })
            )
            const uses = ok(yield* ask("GET", "/topics/uses"))
            assert.deepInclude(uses, {
              items: [{ topic_arn: arn, bucket: one, notification_id: "n", events: ["s3:ObjectCreated:*"] }],
              buckets: 2,
              unread: []
            })
            assert.deepInclude(uses["listing"], { state: "complete", stale: false, last_error: null })
            const refused = yield* ask("DELETE", `${at(arn)}?confirm_name=${name}`)
            assert.deepStrictEqual([refused.status, refused.code], [409, "state_conflict"])
            assert.include(refused.body["detail"], one)
            ok(yield* ask("DELETE", `${at(arn)}?confirm_name=${name}&despite_uses=true`))
            // N2: it stays, and is still listed
            assert.strictEqual(ok(yield* ask("GET", "/topics/uses"))["items"].length, 1)
          })
        )
      )

      it.effect(
        "are not deleted while a bucket uses them that is newer than the listing, or while the notifications " +
          "of one are refused",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { ask, bucket, key, target } = yield* managerScene(gateway, { sns: { enabled: true } })
              const foreign = (...calls: ReadonlyArray<BotoCall>) => boto3({ url: target.url, ...key }, "s3", calls)
              const { arn, name } = ok(yield* ask("POST", "/topics", { name: unique("unseen"), attributes: {} })) as {
                readonly arn: string
                readonly name: string
              }
              const locked = yield* bucket()
              assert.lengthOf(ok(yield* ask("GET", "/topics/uses"))["items"], 0)
              // past us, and past the listing that was just read
              const Bucket = unique("newer")
              const notified = { TopicConfigurations: [{ Id: "n", TopicArn: arn, Events: ["s3:ObjectCreated:*"] }] }
              yield* foreign(
                ["create_bucket", { Bucket }],
                ["put_bucket_notification_configuration", { Bucket, NotificationConfiguration: notified }]
              )
              const remove = ask("DELETE", `${at(arn)}?confirm_name=${name}`)
              const newer = yield* remove
              assert.deepStrictEqual([newer.status, newer.code], [409, "state_conflict"], newer.text)
              assert.include(newer.body["detail"], Bucket)

              yield* foreign(["put_bucket_notification_configuration", { Bucket, NotificationConfiguration: {} }])
              if (gateway.name === "sandbox") return ok(yield* remove)
              const statement = {
                Effect: "Deny",
                Principal: "*",
                Action: "s3:GetBucketNotification",
                Resource: `arn:aws:s3:::${locked}`
              }
              yield* foreign([
                "put_bucket_policy",
                { Bucket: locked, Policy: JSON.stringify({ Version: "2012-10-17", Statement: [statement] }) }
              ])
              const unread = yield* remove
              assert.deepStrictEqual([unread.status, unread.code], [409, "state_conflict"], unread.text)
              assert.include(
                unread.body["detail"],
                `is not known: the notifications of bucket ${locked} could not be read`
              )
              return ok(yield* ask("DELETE", `${at(arn)}?confirm_name=${name}&despite_uses=true`))
            })
          )
      )

      it.effect("of more than one page are all there, and what is gone, refused or wrong says so", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask, key, rgwAccountId, target } = yield* managerScene(gateway, { sns: { enabled: true } })
            const names = Array.from({ length: 101 }, (_, index) => `many-${String(index).padStart(3, "0")}`)
            yield* boto3(
              { url: target.url, ...key },
              "sns",
              names.map((Name): BotoCall => ["create_topic", { Name }])
            )
            // N5: boto3 itself gets only the first hundred
            assert.deepStrictEqual(
              ok(yield* ask("GET", "/topics"))["items"].map(({ name }: any) => name),
              names
            )

            const arn = `arn:aws:sns:default:${rgwAccountId}:many-000`
            const [put, missing] = [
              (of: string, attributes: object) => ask("PUT", `${at(of)}/attributes`, { attributes }),
              `arn:aws:sns:default:${rgwAccountId}:gone`
            ]
            for (const answer of [
              yield* ask("GET", at(missing)),
              yield* put(missing, { persistent: true }),
              yield* ask("DELETE", at(missing))
            ])
              assert.strictEqual(answer.status, 404, answer.text)
            yield* boto3({ url: target.url, ...key }, "sns", [["delete_topic", { TopicArn: `${arn.slice(0, -1)}1` }]])
            assert.strictEqual(
              (yield* put(`${arn.slice(0, -1)}1`, { persistent: true })).status,
              404,
              "deleted underneath"
            )

            for (const [attributes, field] of [
              [{ push_endpoint: "ftp://x" }, "push_endpoint"],
              [{ push_endpoint: "http://u:p@h/" }, "push_endpoint"],
              [{ push_endpoint: "amqp://h" }, "amqp_exchange"],
              [{ push_endpoint: "https://h/", credentials: { user: "u", password: "never-shown" } }, "credentials"],
              [{ policy: "{" }, "policy"],
              [
                { policy: `{"Statement":[{"Effect":"Allow","Principal":"*","Action":"sns:*","Resource":"nothing"}]}` },
                "policy"
              ],
              [{ max_retries: -1 }, "max_retries"],
              [{ opaque_data: "\0" }, "opaque_data"],
              [{ opaque_data: "\ud800" }, "opaque_data"],
              [{ push_endpoint: "http://h/\r\nx: y" }, "push_endpoint"]
            ] as const) {
              const answer = yield* put(arn, attributes)
              assert.strictEqual(answer.status, 422, `${JSON.stringify(attributes)} ${answer.text}`)
              assert.include(answer.text, field)
              assert.notInclude(answer.text, "never-shown")
            }
            for (const name of ["", "a b", "a/b", "..", "%zz", "a\0", "a\r\nb", "\ud800", "ä", "x".repeat(257)]) {
              assert.strictEqual(
                (yield* ask("POST", "/topics", { name, attributes: {} })).status,
                422,
                JSON.stringify(name)
              )
            }
            for (const wrong of [
              "..",
              "a%00",
              "arn:aws:sns:::",
              "arn:aws:s3:::b",
              "arn:aws:sns:default:x:a%0d%0ab",
              "arn:aws:sns:default:x:%2e%2e",
              "%ED%A0%80"
            ]) {
              const { status } = yield* ask("GET", `/topics/${wrong}`)
              assert.include([400, 404, 422], status, wrong)
            }
            const check = ok(
              yield* ask("POST", "/topics/check", {
                attributes: { push_endpoint: "http://localhost/x", persistent: false }
              })
            )
            assert.deepStrictEqual([check["issues"], check["warnings"].length], [[], 3])
          })
        )
      )

      it.effect(
        "are asked whether their endpoint can be reached: where it is allowed it is sent an event without " +
          "records, and nothing else is",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { ask } = yield* managerScene(gateway, { sns: { enabled: true } })
              const heard: Array<string> = []
              const listener = yield* Effect.acquireRelease(
                Effect.callback<http.Server>((resume) => {
                  const server = http.createServer((request, response) => {
                    request
                      .setEncoding("utf8")
                      .on("data", (text: string) => {
                        heard.push(`${request.method} ${request.url} ${text}`)
                      })
                      .on("end", () => response.writeHead(200).end())
                  })
                  server.listen(0, "localhost", () => resume(Effect.succeed(server)))
                }),
                (server) =>
                  Effect.sync(() => {
                    server.close()
                  })
              )
              const push_endpoint = `http://localhost:${(listener.address() as AddressInfo).port}/hook`
              const checked = Effect.fnUntraced(function* (attributes: object) {
                const { arn } = ok(yield* ask("POST", "/topics", { name: unique("checked"), attributes }))
                const found = ok(yield* ask("POST", `${at(arn)}/endpoint-check`))
                ok(yield* ask("DELETE", at(arn)))
                return found["verdict"]
              })
              assert.strictEqual(yield* checked({ push_endpoint }), "took_it")
              assert.deepStrictEqual(heard, [`POST /hook {"Records":[]}`])
              assert.strictEqual(
                yield* checked({ push_endpoint: push_endpoint.replace("localhost", "127.0.0.1") }),
                "not_allowed"
              )
              assert.strictEqual(yield* checked({}), "nowhere")
              assert.strictEqual(heard.length, 1)
            })
          )
      )

      it.effect("where they are switched off are refused, with what stands in the way", () =>
        Effect.scoped(
          Effect.gen(function* () {
            if (gateway.name !== "sandbox") return
            const { ask } = yield* managerScene(gateway)
            for (const answer of [
              yield* ask("GET", "/topics"),
              yield* ask("GET", "/topics/uses"),
              yield* ask("POST", "/topics", { name: "a", attributes: {} })
            ]) {
              assert.deepStrictEqual(
                [answer.status, answer.code, answer.body["remediation_reason"]],
                [403, "workspace_unavailable", "topics_unavailable"],
                answer.text
              )
              assert.include(answer.body["detail"], "SNS is switched off")
            }
          })
        )
      )
    })
  })
}

const tested = ({ ask }: ManagerScene, bucket: string) =>
  Effect.map(ask("POST", "/topics/test", { bucket }), ({ status, text }) => {
    assert.strictEqual(status, 200, text)
    const frames = text.split("\n\n").flatMap((frame) => {
      const [event, data] = ["event: ", "data: "].map((name) =>
        frame
          .split("\n")
          .find((line) => line.startsWith(name))
          ?.slice(name.length)
      )
      return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) }]
    })
    return {
      steps: frames.filter(({ event }) => event === "step").map(({ data }) => `${data.step} ${data.state}`),
      result: frames.find(({ event }) => event === "result")?.data,
      last: frames.at(-1)?.event,
      text
    }
  })

const nothingLeft = Effect.fnUntraced(function* ({ ask }: ManagerScene, bucket: string) {
  assert.deepStrictEqual(ok(yield* ask("GET", "/topics")), { items: [] })
  assert.isNull(ok(yield* ask("GET", `/buckets/${bucket}/features/notifications`))["value"])
  assert.deepStrictEqual(ok(yield* ask("GET", `/buckets/${bucket}/objects?`))["items"] ?? [], [])
})

let listens: "redirects" | "hangs up" | "is another" = "redirects"
const hostile = http.createServer((request, response) => {
  if (listens === "hangs up") request.socket.destroy()
  else if (listens === "redirects") response.writeHead(302, { location: "https://elsewhere.example.org/hidden" }).end()
  else response.writeHead(418).end("I am another program")
})
await new Promise<void>((resolve) => {
  hostile.listen(0, "127.0.0.1", resolve)
})
hostile.unref()
const elsewhere = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`the test of notifications on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      it.effect("shows the arrival of an event, and leaves nothing, of a bucket with versions too", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* managerScene(gateway, { sns: { enabled: true } })
            const bucket = yield* scene.bucket({ object_lock: true })
            const { last, result, steps, text } = yield* tested(scene, bucket)
            assert.deepStrictEqual([result.verdict, last], ["arrived", "done"], text)
            assert.isAtLeast(result.latency_ms, 0)
            assert.deepStrictEqual(
              steps,
              ["topic", "notification", "object", "arrival", "cleanup"].flatMap((step) => [
                `${step} running`,
                `${step} done`
              ])
            )
            assert.notMatch(text, /deliveries\/[\w-]/, "the secret end of the address is told to nobody")
            yield* nothingLeft(scene, bucket)
            assert.deepStrictEqual(
              (yield* told(scene, bucket))
                .map(({ action, status }) => `${action} ${status}`)
                .filter((one) => one.startsWith("topic")),
              ["topic.test success"]
            )
            assert.strictEqual((yield* scene.ask("POST", "/topics/test", { bucket: unique("gone") })).status, 404)
          })
        )
      )

      it.effect("the listener answers everybody the same and says nothing", () =>
        Effect.gen(function* () {
          const { publicOrigin } = yield* Settings
          for (const token of [
            "x",
            "..",
            "%00",
            "%zz",
            `${crypto.randomUUID()}.9999999999.forged`,
            `${crypto.randomUUID()}.1.x`,
            "a".repeat(2_000)
          ]) {
            const { status, text } = yield* Effect.promise(async () => {
              const answer = await fetch(`${publicOrigin}/api/deliveries/${token}`, {
                method: "POST",
                body: "{".repeat(100_000),
                headers: { "content-type": "application/json" }
              })
              return { status: answer.status, text: await answer.text() }
            })
            assert.include(token === "x" || token.includes(".9") ? [204] : [204, 400, 404, 422], status, token)
            if (status === 204) assert.strictEqual(text, "")
          }
        })
      )
    })

    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"], eventsOrigin: elsewhere }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      it.effect("says why nothing arrived, and leaves nothing", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* managerScene(gateway, { sns: { enabled: true } })
            const bucket = yield* scene.bucket()
            for (const [how, verdict, word] of [
              ["redirects", "redirected", "elsewhere.example.org"],
              ["hangs up", "refused", "refused"],
              ["is another", "other_answer", "418"]
            ] as const) {
              listens = how
              const { result, steps, text } = yield* tested(scene, bucket)
              assert.strictEqual(result.verdict, verdict, text)
              assert.include(result.detail, word)
              assert.include(result.detail, elsewhere)
              assert.notInclude(text, "hidden")
              assert.deepStrictEqual(steps.slice(-3), ["arrival failed", "cleanup running", "cleanup done"])
            }
            yield* nothingLeft(scene, bucket)
          })
        )
      )
    })
  })
}
