import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as http from "node:http"
import * as net from "node:net"
import { explainEndpoint } from "#domain/iam/topics/EndpointCheck.ts"
import { ListenerProbeHttp } from "#layers/outbound/ListenerProbeHttp.ts"
import { Outbound } from "#layers/outbound/Outbound.ts"
import { ListenerProbe } from "#services/iam/topics/ListenerProbe.ts"
import { TestSettings } from "../../support/testSettings.ts"

const World = ListenerProbeHttp.pipe(
  Layer.provide(Outbound.layer),
  Layer.provide(
    TestSettings({
      eventListenerHosts: ["localhost", "nowhere.invalid", "*.lan.example.org"],
      outbound: { oidcHosts: [], ldapHosts: [], privateHosts: ["localhost"] }
    })
  )
)

const listening = (server: net.Server) =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "localhost", () => resume(Effect.succeed((server.address() as net.AddressInfo).port)))
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        if (server instanceof http.Server) server.closeAllConnections()
      })
  )

const answering = (answer: (request: http.IncomingMessage, response: http.ServerResponse) => void) =>
  listening(
    http.createServer((request, response) => {
      request.resume().on("end", () => answer(request, response))
    })
  )

layer(World, { excludeTestServices: true })("the endpoint of a topic", (it) => {
  const told = (url: string, secret = false) =>
    Effect.gen(function* () {
      const { address, detail, verdict } = explainEndpoint(
        url,
        yield* (yield* ListenerProbe).endpoint(url, true),
        secret
      )
      assert.strictEqual(address, url)
      return `${verdict}: ${detail}`
    })

  it.effect(
    "that takes an event is told of, with what may stand in the way of the gateway; it was sent one without records",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const heard: Array<string> = []
          const port = yield* listening(
            http.createServer((request, response) => {
              request
                .setEncoding("utf8")
                .on("data", (text: string) => {
                  heard.push(`${request.method} ${request.url} ${text}`)
                })
                .on("end", () => response.writeHead(200).end())
            })
          )
          const url = `http://localhost:${port}/hook`
          assert.strictEqual(
            yield* told(url),
            `took_it: ${url} took an event without records; if events do not arrive all the same, the gateway ` +
              "cannot reach it: a firewall, another network, a name that it cannot look up, a certificate that " +
              "it does not trust"
          )
          assert.deepStrictEqual(heard, [`POST /hook {"Records":[]}`])
        })
      )
  )

  it.effect("that refuses, redirects, answers otherwise or is slow is told of in words of its own", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const redirecting = yield* answering((_request, response) =>
          response.writeHead(307, { location: "https://elsewhere.example.org/hidden" }).end()
        )
        const failing = yield* answering((_request, response) => response.writeHead(503).end())
        const signed = yield* answering((_request, response) => response.writeHead(401).end())
        const silent = yield* answering(() => undefined)
        const closed = yield* Effect.scoped(listening(net.createServer()))
        const at = (port: number) => `http://localhost:${port}/hook`
        assert.strictEqual(
          yield* told(at(closed)),
          `refused: Nothing listens at ${at(closed)}: the connection is refused`
        )
        assert.strictEqual(
          yield* told(at(redirecting)),
          `redirected: ${at(redirecting)} redirects (to https://elsewhere.example.org), and gateways do not ` +
            "follow: push to where it leads"
        )
        assert.strictEqual(
          yield* told(at(failing)),
          `other_answer: ${at(failing)} answered with status 503: it did not take the event`
        )
        assert.strictEqual(
          yield* told(at(signed), true),
          `other_answer: ${at(signed)} answered with status 401, as is to be expected: user name and password ` +
            "are known to the gateway alone"
        )
        assert.strictEqual(
          yield* told(at(silent)),
          `slow: ${at(silent)} does not answer within 2 seconds. Of a topic without a queue, whoever changes ` +
            "an object waits for it"
        )
        assert.strictEqual(
          yield* told("http://nowhere.invalid/hook"),
          "unknown_host: The name in http://nowhere.invalid/hook cannot be looked up from here"
        )
        // without TLS there is no certificate to trust
        assert.match(
          yield* told(`https://localhost:${failing}/hook`),
          /^tls: https:\/\/localhost:\d+\/hook speaks no TLS, or its certificate is not trusted from here/
        )
      })
    )
  )

  it.effect("that is a broker is only looked at", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const port = yield* listening(net.createServer((socket) => socket.destroy()))
        const closed = yield* Effect.scoped(listening(net.createServer()))
        assert.match(yield* told(`kafka://localhost:${port}`), /^listens: Something listens at kafka:/)
        assert.match(yield* told(`amqp://localhost:${closed}`), /^refused: Nothing listens at amqp:/)
      })
    )
  )

  it.effect("whose host is not listed, or lies where it must not, is not tried", () =>
    Effect.scoped(
      Effect.gen(function* () {
        let asked = 0
        const port = yield* answering((_request, response) => {
          asked += 1
          response.writeHead(204).end()
        })
        for (const [url, why] of [
          ["https://listener.example.net/hook", "listener.example.net is not on EVENT_LISTENER_ALLOWED_HOSTS"],
          [`http://127.0.0.1:${port}/`, "127.0.0.1 is not on EVENT_LISTENER_ALLOWED_HOSTS"],
          [`http://[::1]:${port}/`, "[::1] is not on EVENT_LISTENER_ALLOWED_HOSTS"],
          ["kafka://169.254.169.254:80", "169.254.169.254 is not on EVENT_LISTENER_ALLOWED_HOSTS"]
        ] as const) {
          assert.strictEqual(yield* told(url), `not_allowed: Not tried: ${why}. The gateway may reach it all the same`)
        }
        assert.strictEqual(asked, 0)
      })
    )
  )
})
