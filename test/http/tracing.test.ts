import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Logger, Option, Redacted, Tracer } from "effect"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { inBrowser } from "../rules/people.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { firstAdministrator } from "../support/firstAdministrator.ts"
import { WholeService } from "../support/WholeService.ts"

class Spans extends Context.Service<Spans, Array<Tracer.Span>>()("stowage/test/Spans") {}

const spans: Array<Tracer.Span> = []
const Collected = Layer.merge(
  Layer.succeed(Spans, spans),
  Layer.succeed(
    Tracer.Tracer,
    Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
  )
)

const lines: Array<string> = []
const Logged = Logger.layer([
  Logger.map(Logger.formatJson, (line) => {
    lines.push(line)
  })
])

layer(
  WholeService({ allowedStorageHosts: ["127.0.0.1"] }, "Info").pipe(
    Layer.provideMerge(Collected),
    Layer.provide(Logged)
  ),
  {
    excludeTestServices: true,
    timeout: "60 seconds"
  }
)("tracing", (it) => {
  it.effect(
    "one trace goes from the request through access, service and every SQL statement, and names the request",
    () =>
      Effect.gen(function* () {
        const { publicOrigin } = yield* Settings
        const { access } = yield* (yield* Sessions).open(yield* firstAdministrator, null)
        const response = yield* Effect.promise(() =>
          fetch(`${publicOrigin}/api/onboarding`, {
            headers: { cookie: `${cookieNames.access}=${Redacted.value(access)}` }
          })
        )
        assert.strictEqual(response.status, 200)
        const all = yield* Spans
        const state = all.find((span) => span.name === "Onboarding.state")
        assert.isDefined(state)
        const trace = all.filter((span) => span.traceId === state!.traceId)
        const names = trace.map((span) => span.name)
        assert.includeMembers(names, ["Access.decide", "Sessions.authenticate", "Onboarding.state"])
        const statements = trace.filter((span) => [...span.attributes.keys()].some((key) => key.startsWith("db.")))
        assert.isAtLeast(statements.length, 2, "one to know the caller, one to answer")
        const root = trace.find((span) => Option.isNone(span.parent))
        assert.strictEqual(root?.attributes.get("request_id"), response.headers.get("x-request-id"))
        const written = JSON.stringify(trace.map((span) => [...span.attributes]))
        assert.notInclude(written, Redacted.value(access), "no span carries the cookie")
      })
  )

  it.effect("lines of the log name the trace, the route and who asked, and nobody where nobody signed in", () =>
    Effect.gen(function* () {
      const { publicOrigin } = yield* Settings
      const owner = yield* firstAdministrator
      const opened = yield* (yield* Sessions).open(owner, null)
      const asked = (headers: Record<string, string>) =>
        Effect.promise(() => fetch(`${publicOrigin}/api/onboarding?code=something`, { headers }))
      const annotationsOf = (requestId: string | null) =>
        lines
          .map((line) => JSON.parse(line) as { readonly annotations: Readonly<Record<string, unknown>> })
          .filter(({ annotations }) => annotations["request_id"] === requestId)
          .map(({ annotations }) => annotations)
      const trace = (requestId: string | null) =>
        spans.find((span) => Option.isNone(span.parent) && span.attributes.get("request_id") === requestId)?.traceId

      const signedIn = (yield* asked({ cookie: `${cookieNames.access}=${Redacted.value(opened.access)}` })).headers.get(
        "x-request-id"
      )
      const nobody = (yield* asked({})).headers.get("x-request-id")
      const [line] = annotationsOf(signedIn)
      assert.isDefined(line)
      assert.deepInclude(line, { route: "/api/onboarding", trace_id: trace(signedIn), user_id: owner.user.id })
      const [stranger] = annotationsOf(nobody)
      assert.deepInclude(stranger, { route: "/api/onboarding", trace_id: trace(nobody), status: 401 })
      assert.notProperty(stranger, "user_id")
      assert.notInclude(lines.join("\n"), "something", "no query stands in it")
    })
  )

  it.effect("neither lines, nor spans, nor headers hold the token of a link, however its address is spelled", () =>
    Effect.gen(function* () {
      const { publicOrigin } = yield* Settings
      const token = "3q2-7wOkN1m9yXb0Q4dR5sT6uV7wX8yZ9aB0cD1eF2g"
      const before = lines.length
      const headers: Array<string> = []
      for (const path of ["/share/", "//share/", "/Share/", "/share%252F", "/api/share/", "/api//share/"]) {
        const answer = yield* Effect.promise(() => fetch(`${publicOrigin}${path}${token}`, { redirect: "manual" }))
        headers.push(JSON.stringify([...answer.headers]))
      }
      assert.isAbove(lines.length, before, "requests are logged")
      const written = [...lines, ...headers, JSON.stringify(spans.map(({ attributes, name }) => [name, ...attributes]))]
      for (const text of written) assert.notInclude(text, token.slice(0, 12))
    })
  )

  it.effect("no line of the log names an object key or an e-mail address", () =>
    Effect.gen(function* () {
      const { publicOrigin } = yield* Settings
      const { browser } = yield* inBrowser("ui_superadmin", true)
      const before = lines.length
      const email = "marked-person@example.org"
      const password = "marked-wrong-password"
      const stranger = new ConsoleBrowser(publicOrigin)
      const refused = yield* Effect.promise(() => stranger.post("/api/auth/login", { email, password }))
      assert.strictEqual(refused.status, 401)
      const connection = yield* Effect.promise(() =>
        browser.post("/api/connections", {
          name: "away",
          custom_endpoint: { url: "http://127.0.0.1:9", provider: "cluster", region: "" },
          access_key: "AK",
          secret_key: "marked-secret"
        })
      )
      assert.strictEqual(connection.status, 201, connection.text)
      const objects = `/api/browser/buckets/named-bucket/objects`
      const query = `context_id=conn-${connection.body["id"]}&key=marked-key`
      const failed = [
        yield* Effect.promise(() => browser.get(`${objects}/details?${query}`)),
        yield* Effect.promise(() => browser.get(`${objects}/download?${query}`))
      ]
      for (const { status, text } of failed) assert.isAtLeast(status, 500, text)
      const written = lines.slice(before).join("\n")
      assert.include(written, "named-bucket", "failures are logged")
      for (const marked of ["marked-", encodeURIComponent(email)]) assert.notInclude(written, marked)
    })
  )
})
