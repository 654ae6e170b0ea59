import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { EndpointGuard } from "#layers/gateway/EndpointGuard.ts"
import { Outbound } from "#layers/outbound/Outbound.ts"
import { GatewayHttp } from "#layers/rgw/GatewayHttp.ts"
import { TopicsRgw } from "#layers/rgw/TopicsRgw.ts"
import { TopicGateway } from "#services/iam/topics/TopicGateway.ts"
import { targetOf } from "../../gateway/contract/s3Gateway.ts"
import { TestSettings } from "../../support/testSettings.ts"

const scripted = (answer: (form: URLSearchParams) => { readonly status?: number; readonly text: string }) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<http.Server>((resolve) => {
          const server = http
            .createServer((request, response) => {
              let body = ""
              request
                .setEncoding("utf8")
                .on("data", (text: string) => {
                  body += text
                })
                .on("end", () => {
                  const { status = 200, text } = answer(new URLSearchParams(body))
                  response.writeHead(status, { "content-type": "application/xml" }).end(text)
                })
            })
            .listen(0, "127.0.0.1", () => resolve(server))
        })
    ),
    (server) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  ).pipe(
    Effect.map((server) =>
      targetOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { accessKey: "key", secretKey: "secret" })
    )
  )

const member = (name: string, endpoint = "", args = "Version=2010-03-31") =>
  `<member><Name>${name}</Name><EndPoint><EndpointAddress>${endpoint}</EndpointAddress><EndpointArgs>${args}</EndpointArgs></EndPoint><TopicArn>arn:aws:sns:default:x:${name}</TopicArn></member>`
const page = (members: string, inside = "", outside = "") => ({
  text: `<ListTopicsResponse><ListTopicsResult><Topics>${members}</Topics>${inside}</ListTopicsResult>${outside}</ListTopicsResponse>`
})
const token = (value: string) => `<NextToken>${value}</NextToken>`

const Rgw = TopicsRgw.pipe(
  Layer.provide(GatewayHttp.layer),
  Layer.provide(Layer.merge(EndpointGuard.layer, Outbound.layer)),
  Layer.provide(TestSettings())
)

layer(Rgw, { excludeTestServices: true })("topics of a gateway", (it) => {
  const list = (answer: Parameters<typeof scripted>[0]) =>
    Effect.flatMap(TopicGateway, (topics) => Effect.flatMap(scripted(answer), topics.list))

  it.effect("N5: go on where the token stands, outside of the result or in it, and are folded by ARN", () =>
    Effect.scoped(
      Effect.gen(function* () {
        for (const place of ["inside", "outside"] as const) {
          const topics = yield* list((form) => {
            const at = Number(form.get("NextToken") ?? "0")
            const next = at < 2 ? token(String(at + 1)) : ""
            return page(
              member(`t${at}`) + member("same", `http://h/${at}`),
              place === "inside" ? next : "",
              place === "outside" ? next : ""
            )
          })
          assert.deepStrictEqual(
            topics.map(({ name }) => name),
            ["t0", "same", "t1", "t2"]
          )
          assert.strictEqual(topics[1]?.attributes.push_endpoint, "http://h/2")
        }
      })
    )
  )

  it.effect("that go round in circles, half an answer and a proxy's page are failures, and never a list", () =>
    Effect.scoped(
      Effect.gen(function* () {
        for (const told of [
          page(member("a"), token("same")),
          { text: "<ListTopicsResponse><ListTopicsResult><Topics>" },
          { text: "<html>login</html>" },
          { text: "" },
          { text: "<ListTopicsResponse></ListTopicsResponse>" }
        ]) {
          assert.strictEqual((yield* Effect.flip(list(() => told)))._tag, "StorageError", told.text)
        }
      })
    )
  )

  it.effect("never show what their endpoints are signed in to with", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const topics = yield* list(() =>
          page(
            member(
              "a",
              "https://u:secret-1@h/x",
              "verify-ssl=false&amp;user-name=u&amp;password=secret-2&amp;kafka-ack-level=broker"
            )
          )
        )
        assert.deepInclude(topics[0]?.attributes, {
          push_endpoint: "https://h/x",
          has_credentials: true,
          verify_ssl: false,
          kafka_ack_level: "broker"
        })
        assert.notInclude(JSON.stringify(topics), "secret")
      })
    )
  )

  it.effect(
    "T9: a gateway without them says so; what is missing or refused is told by its code, and nothing of its own words",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const topics = yield* TopicGateway
          const none = yield* Effect.flip(
            list(() => ({ status: 405, text: "<Error><Code>MethodNotAllowed</Code><Message></Message></Error>" }))
          )
          assert.deepInclude(none, { _tag: "StorageError", storage_code: "MethodNotAllowed", storage_status: 405 })
          const gone = yield* scripted(() => ({
            status: 404,
            text:
              "<ErrorResponse><Error><Code>NotFound</Code><Message>No such " +
              "TopicArn</Message></Error></ErrorResponse>"
          }))
          assert.deepInclude(yield* Effect.flip(topics.get(gone, "arn")), { _tag: "NotFound", id: "arn" })
          const denied = yield* scripted(() => ({
            status: 403,
            text: "<ErrorResponse><Error><Code>AuthorizationError</Code><Message>secret</Message></Error></ErrorResponse>"
          }))
          const refusal = yield* Effect.flip(topics.get(denied, "arn"))
          assert.deepInclude(refusal, { _tag: "StorageError", storage_code: "AuthorizationError" })
          assert.notInclude(JSON.stringify(refusal), "secret")
        })
      )
  )
})
