import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { EndpointGuard } from "#layers/gateway/EndpointGuard.ts"
import { Outbound } from "#layers/outbound/Outbound.ts"
import { GatewayHttp } from "#layers/rgw/GatewayHttp.ts"
import { IamRgw } from "#layers/rgw/IamRgw.ts"
import { Iam } from "#services/iam/Iam.ts"
import { targetOf } from "../../gateway/contract/s3Gateway.ts"
import { TestSettings } from "../../support/testSettings.ts"

type Told = { readonly status?: number; readonly text: string }

const scripted = (answer: (form: URLSearchParams) => Told) =>
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

const page = (action: string, inner: string) => ({
  text: `<${action}Response><${action}Result>${inner}</${action}Result></${action}Response>`
})
const user = (name: string) =>
  `<member><Path>/</Path><UserName>${name}</UserName><UserId>${name}</UserId><Arn>arn:${name}</Arn></member>`

const Rgw = IamRgw.pipe(
  Layer.provide(GatewayHttp.layer),
  Layer.provide(Layer.merge(EndpointGuard.layer, Outbound.layer)),
  Layer.provide(TestSettings())
)

layer(Rgw, { excludeTestServices: true })("lists of IAM", (it) => {
  it.effect("I4: go on behind a page that is empty and not the last, and are whole in the end", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const target = yield* scripted((form) => {
          const at = Number(form.get("Marker") ?? "0")
          const rows = at === 0 ? "" : user(`u${at}`)
          return page(
            "ListUsers",
            `<Users>${rows}</Users><IsTruncated>${at < 3}</IsTruncated>${at < 3 ? `<Marker>${at + 1}</Marker>` : ""}`
          )
        })
        assert.deepStrictEqual(
          (yield* (yield* Iam).users(target)).map(({ name }) => name),
          ["u1", "u2", "u3"]
        )
      })
    )
  )

  it.effect("that go round in circles, or do not say where they go on, are a failure and no part of a list", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const iam = yield* Iam
        for (const marker of ["<Marker>same</Marker>", ""]) {
          const target = yield* scripted(() =>
            page("ListUsers", `<Users>${user("ada")}</Users><IsTruncated>true</IsTruncated>${marker}`)
          )
          assert.deepInclude(yield* Effect.flip(iam.users(target)), {
            _tag: "StorageError",
            storage_code: "UnreadableAnswer"
          })
        }
      })
    )
  )

  it.effect("half an answer, another answer and a proxy's page are failures, and never an empty list", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const iam = yield* Iam
        for (const text of [
          "",
          "<ListUsersResponse><ListUsersResult><Users>",
          "<html><body>login</body></html>",
          page("ListRoles", "<Roles></Roles>").text
        ]) {
          assert.strictEqual(
            (yield* Effect.flip(iam.users(yield* scripted(() => ({ text })))))._tag,
            "StorageError",
            text
          )
        }
      })
    )
  )

  it.effect("what is refused is told by its code, in an answer of IAM and in a bare one (T9)", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const iam = yield* Iam
        const gone = yield* scripted(() => ({
          status: 404,
          text: "<ErrorResponse><Error><Code>NoSuchEntity</Code><Message></Message></Error></ErrorResponse>"
        }))
        assert.deepInclude(yield* Effect.flip(iam.keys(gone, "ada")), { _tag: "NotFound", id: "ada" })
        const denied = yield* scripted(() => ({ status: 403, text: "<Error><Code>AccessDenied</Code></Error>" }))
        assert.deepInclude(yield* Effect.flip(iam.users(denied)), {
          _tag: "StorageError",
          storage_code: "AccessDenied",
          storage_status: 403
        })
      })
    )
  )

  it.effect("I3: documents are read as they are, and escaped as Amazon writes them; names and marks arrive whole", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const document = `{"Statement":[{"Sid":"100%","Resource":"a&b<c"}]}`
        const xml = document.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
        const asked: Array<string | null> = []
        const target = yield* scripted((form) => {
          if (form.get("Action") === "ListUserPolicies")
            return page(
              "ListUserPolicies",
              "<PolicyNames><member>plain &amp; " +
                "a</member><member>escaped</member></PolicyNames><IsTruncated>false</IsTruncated>"
            )
          asked.push(form.get("PolicyName"))
          return page(
            "GetUserPolicy",
            `<PolicyDocument>${form.get("PolicyName") === "escaped" ? encodeURIComponent(document) : xml}</PolicyDocument>`
          )
        })
        assert.deepStrictEqual(yield* (yield* Iam).inline(target, "users", "ada"), [
          { name: "plain & a", document },
          { name: "escaped", document }
        ])
        assert.sameMembers(asked, ["plain & a", "escaped"])
      })
    )
  )
})
