import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { connect } from "node:net"
import { Settings } from "#services/platform/Settings.ts"
import { isCanonicalPath } from "#http/canonicalPath.ts"
import { WholeService } from "../support/WholeService.ts"

interface Answer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

const ask = (target: string, method = "GET", headers = "") =>
  Effect.flatMap(Settings, ({ port }) =>
    Effect.promise(
      () =>
        new Promise<Answer>((resolve, reject) => {
          const socket = connect(port, "127.0.0.1", () =>
            socket.write(
              `${method} ${target} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n${headers}\r\n`,
              "latin1"
            )
          )
          const chunks: Array<Buffer> = []
          socket.on("data", (chunk) => chunks.push(chunk))
          socket.on("error", reject)
          socket.on("close", () => {
            const [head = "", ...body] = Buffer.concat(chunks).toString("latin1").split("\r\n\r\n")
            const [first = "", ...lines] = head.split("\r\n")
            const headers = new Map(
              lines.map((line) => [
                line.slice(0, line.indexOf(":")).toLowerCase(),
                line.slice(line.indexOf(":") + 1).trim()
              ])
            )
            resolve({ status: Number(first.split(" ")[1]), headers, body: body.join("\r\n\r\n") })
          })
        })
    )
  )

layer(WholeService(), { excludeTestServices: true, timeout: "60 seconds" })("one spelling of an address", (it) => {
  it.effect(
    "/API/…, //api/…, /%61pi/…, /METRICS and their like are 404, and none of them is answered as what it resembles",
    () =>
      Effect.gen(function* () {
        for (const target of [
          "/API/auth/session",
          "//api/auth/session",
          "/api//auth/session",
          "/%61pi/auth/session",
          "/api/%61uth/session",
          "/api/auth/SESSION",
          "/api/auth/session/",
          "/x/../api/auth/session",
          "/x/%2e%2e/api/auth/session",
          "/x/%2E./api/auth/session",
          "/./api/auth/session",
          "/\\api/auth/session",
          "/METRICS",
          "//metrics",
          "/%6detrics",
          "/metrics/",
          "/HEALTHZ",
          "//healthz",
          "/Readyz",
          "/LOGIN",
          "//login",
          "/%6cogin",
          "/build/../login",
          "/api/docs/",
          "/API/DOCS"
        ]) {
          const { body, headers, status } = yield* ask(target)
          assert.strictEqual(status, 404, target)
          assert.isTrue(headers.has("content-security-policy"), target)
          assert.strictEqual(headers.get("x-content-type-options"), "nosniff", target)
          assert.notInclude(body, "setup_required", target)
          assert.notInclude(body, "stowage_http", target)
        }
      })
  )

  it.effect("//, /%, /%zz, /%FF and other targets that cannot be read are 404 or 400, never 500", () =>
    Effect.gen(function* () {
      for (const target of [
        "//",
        "///",
        "/%",
        "/%zz",
        "/%FF",
        "/%ED%BF%BF",
        "/api/%",
        "/api/%zz",
        "/api/admin/users/%ff",
        "//evil.example/x",
        "/\\evil.example",
        "http://evil.example/api/auth/session",
        "http://evil.example/login",
        "\\api\\auth\\session",
        "/a\tb",
        "/\xe9",
        "*",
        "x",
        "/%00",
        "/login%00",
        "/?%",
        "/login?next=%zz"
      ]) {
        const { status } = yield* ask(target)
        assert.isTrue(
          [200, 303, 302, 400, 404].includes(status) && (status >= 400 || target.includes("?")),
          `${target}: ${status}`
        )
      }
      assert.isBelow((yield* ask("*", "OPTIONS")).status, 500)
      assert.isBelow((yield* ask("/api/%zz", "POST")).status, 500)
    })
  )

  it.effect("a semicolon cuts nothing off an address: what stands before it is not answered", () =>
    Effect.gen(function* () {
      for (const target of [
        "/api/auth/session;x",
        "/api/auth/session;/logout",
        "/api/admin/accounts/1;x/gateway",
        "/api/branding;a=b?c=d",
        "/healthz;",
        "/metrics;x"
      ]) {
        for (const method of ["GET", "DELETE"])
          assert.strictEqual((yield* ask(target, method)).status, 404, `${method} ${target}`)
      }
      assert.isTrue(isCanonicalPath("/api/manager/buckets/a%3Bb"), "written as an octet it is part of a name")
      assert.strictEqual((yield* ask("/login?next=1;b=2")).status, 200, "in a query it is a letter")
    })
  )

  it.effect("a refused spelling is told by a problem document with its request's id", () =>
    Effect.gen(function* () {
      const { body, headers } = yield* ask("//api/auth/session")
      assert.strictEqual(headers.get("content-type"), "application/problem+json")
      assert.strictEqual((JSON.parse(body) as { request_id: string }).request_id, headers.get("x-request-id"))
    })
  )

  it.effect(
    "whoever looks for a page is led to the one that says there is none, and nothing of the address goes on",
    () =>
      Effect.gen(function* () {
        const browser = "Accept: text/html,application/xhtml+xml\r\n"
        for (const target of ["/%zz", "//evil.example/x", "/manager/%zz", "/\\evil.example", "/a/%2e%2e/b", "/%FF"]) {
          const { headers, status } = yield* ask(target, "GET", browser)
          assert.strictEqual(status, 302, target)
          assert.strictEqual(headers.get("location"), "/unreadable-address", target)
        }
        for (const target of ["//api/auth/session", "/api/%zz"])
          assert.strictEqual((yield* ask(target, "GET", browser)).status, 404, target)
        assert.strictEqual((yield* ask("/%zz", "POST", browser)).status, 404)
        const unknown = yield* ask("/adminx", "GET", browser)
        assert.strictEqual(unknown.headers.get("location"), "/login?next=%2Fadminx")
      })
  )

  it.effect("the right spellings answer, each with the headers of its kind", () =>
    Effect.gen(function* () {
      for (const target of [
        "/api/auth/session",
        "/healthz",
        "/readyz",
        "/metrics",
        "/api/openapi.json",
        "/login",
        "/robots.txt"
      ]) {
        assert.strictEqual((yield* ask(target)).status, 200, target)
      }
      for (const target of ["/api/auth/session", "/healthz", "/readyz", "/metrics"]) {
        const { headers } = yield* ask(target)
        assert.strictEqual(headers.get("cache-control"), "no-store", target)
        assert.include(headers.get("content-security-policy") ?? "", "default-src 'none'", target)
      }
    })
  )

  it.effect("what a client encodes for good reason stays", () =>
    Effect.sync(() => {
      for (const path of [
        "/api/manager/buckets/a%2Fb",
        "/api/manager/buckets/%2e%2e",
        "/api/manager/buckets/caf%C3%A9",
        "/api/x/a%20b",
        "/",
        "/manager/buckets",
        "/assets/x-1.2~3_4.js"
      ]) {
        assert.isTrue(isCanonicalPath(path), path)
      }
    })
  )
})
