import { GatewayRefused, Outbound, OutboundRefused } from "#layers/outbound/Outbound.ts"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { LookupAddress } from "node:dns"
import { type AddressInfo, connect, createServer, type LookupFunction } from "node:net"
import { vi } from "vitest"
import { TestSettings } from "../../support/testSettings.ts"

const names = vi.hoisted(() => new Map<string, Array<ReadonlyArray<{ address: string; family: 4 | 6 }>>>())

const questions = vi.hoisted(() => new Map<string, number>())
const belated = vi.hoisted((): Array<() => void> => [])

vi.mock("node:dns", async (original) => {
  const dns = await original<typeof import("node:dns")>()
  const lookup = (
    name: string,
    options: object,
    callback: (error: Error | null, found: ReadonlyArray<LookupAddress>) => void
  ) => {
    questions.set(name, (questions.get(name) ?? 0) + 1)
    if (name === "silent.example.org")
      return void belated.push(() => callback(null, [{ address: "93.184.215.14", family: 4 }]))
    const answers = names.get(name)
    if (answers === undefined) return dns.lookup(name, { ...options, all: true }, callback)
    const [answer = []] = answers.length > 1 ? answers.splice(0, 1) : answers
    queueMicrotask(() => callback(null, answer))
  }
  return { ...dns, lookup, default: { ...dns, lookup } }
})

const v4 = (...addresses: ReadonlyArray<string>) => addresses.map((address) => ({ address, family: 4 as const }))

const World = Outbound.layer.pipe(
  Layer.provide(
    TestSettings({
      allowedStorageHosts: ["storage.example.org"],
      outbound: {
        oidcHosts: [
          "idp.example.org",
          "*.customers.example.org",
          "localhost",
          "inner.example.org",
          "93.184.216.34",
          "[2606:4700:0::1]",
          "10.0.0.7",
          "[fd12::7]",
          "127.0.0.1",
          "169.254.169.254"
        ],
        ldapHosts: ["directory.example.org"],
        privateHosts: ["inner.example.org", "*.customers.example.org", "10.0.0.7", "[fd12::7]", "169.254.169.254"]
      }
    })
  )
)

const addressesOf = (lookup: LookupFunction, host: string) =>
  Effect.callback<ReadonlyArray<string>, Error>((resume) => {
    lookup(host, { all: true }, (error, found) =>
      resume(
        error === null
          ? Effect.succeed((found as ReadonlyArray<LookupAddress>).map(({ address }) => address))
          : Effect.fail(error)
      )
    )
  })

layer(World)("a host", (it) => {
  const allowed = (purpose: "oidc" | "ldap" | "s3", host: string) =>
    Effect.map(Outbound, (outbound) => {
      try {
        outbound.assertHost(purpose, host)
        return true
      } catch (refusal) {
        assert.instanceOf(refusal, OutboundRefused)
        return false
      }
    })

  const hosts: Record<string, ReadonlyArray<readonly [string, boolean]>> = {
    "is allowed by its name, whatever its case": [
      ["idp.example.org", true],
      ["IDP.Example.ORG", true],
      ["idp.example.org.", true]
    ],
    "that only looks similar is not": [
      ["example.org", false],
      ["xidp.example.org", false],
      ["idp.example.org.evil.net", false],
      ["idp.example.orgx", false],
      ["", false],
      ["*", false]
    ],
    "of a wildcard is any below it, and not the domain itself": [
      ["a.customers.example.org", true],
      ["b.a.customers.example.org", true],
      ["customers.example.org", false],
      [".customers.example.org", false],
      ["evilcustomers.example.org", false]
    ],
    "that is an address is allowed by itself": [
      ["93.184.216.34", true],
      ["[2606:4700::1]", true],
      ["2606:4700::1", true],
      ["93.184.216.35", false],
      ["[2606:4700::2]", false],
      ["[::1]", false],
      ["::1", false],
      ["[::ffff:127.0.0.1]", false],
      ["[64:ff9b::7f00:1]", false],
      ["fe80::1%eth0", false]
    ],
    "that is an address in a private network needs a place on the list of those as well": [
      ["10.0.0.7", true],
      ["[fd12::7]", true],
      ["[fd12:0::7]", true],
      ["127.0.0.1", false],
      ["[::ffff:10.0.0.7]", false],
      ["[::ffff:127.0.0.1]", false]
    ],
    "that is an address of no service is refused, listed or not": [
      ["169.254.169.254", false],
      ["[::ffff:169.254.169.254]", false]
    ],
    "that resolvers take for an address is not": [
      ["0x7f.1", false],
      ["2130706433", false],
      ["0177.0.0.1", false],
      ["127.1", false],
      ["0", false]
    ]
  }
  for (const [sentence, examples] of Object.entries(hosts)) {
    it.effect(sentence, () =>
      Effect.gen(function* () {
        for (const [host, expected] of examples) assert.strictEqual(yield* allowed("oidc", host), expected, host)
      })
    )
  }

  it.effect("in disguise is unmasked by URL, and then refused", () =>
    Effect.gen(function* () {
      for (const disguise of [
        "0x7f.1",
        "2130706433",
        "0177.0.0.1",
        "127.1",
        "①②⑦.0.0.1",
        "127。0。0。1",
        "[::ffff:127.0.0.1]",
        "[0:0:0:0:0:0:0:1]"
      ]) {
        assert.isFalse(yield* allowed("oidc", new URL(`https://${disguise}/`).hostname), disguise)
      }
    })
  )

  it.effect("is allowed for one purpose only", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        [
          yield* allowed("ldap", "idp.example.org"),
          yield* allowed("s3", "idp.example.org"),
          yield* allowed("oidc", "directory.example.org"),
          yield* allowed("s3", "storage.example.org")
        ],
        [false, false, false, true]
      )
    })
  )

  it.effect("that is refused is named together with the list that would allow it", () =>
    Effect.gen(function* () {
      const { assertHost } = yield* Outbound
      assert.throws(() => assertHost("oidc", "evil.net"), "evil.net is not on OIDC_ALLOWED_HOSTS")
      assert.throws(() => assertHost("ldap", "evil.net"), "evil.net is not on LDAP_ALLOWED_HOSTS")
      assert.throws(() => assertHost("s3", "evil.net"), "evil.net is not on USER_SUPPLIED_S3_ENDPOINT_ALLOWED_HOSTS")
    })
  )
})

describe("the address of an allowed host", () => {
  layer(World)((it) => {
    const resolved = (host: string, ...answers: Array<ReadonlyArray<{ address: string; family: 4 | 6 }>>) => {
      names.set(host, answers)
      return Effect.flatMap(Outbound, ({ lookup }) => addressesOf(lookup("oidc"), host))
    }

    it.effect("may be public", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* resolved("idp.example.org", v4("93.184.216.34")), ["93.184.216.34"])
      })
    )

    it.effect("is found under a name with a final dot", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* resolved("inner.example.org.", v4("10.0.0.7")), ["10.0.0.7"])
      })
    )

    it.effect("may not be private, and the refusal says how to mend it", () =>
      Effect.gen(function* () {
        for (const address of ["127.0.0.1", "10.0.0.7", "192.168.1.1", "100.64.0.1"]) {
          const refusal = yield* Effect.flip(resolved("idp.example.org", v4(address)))
          assert.instanceOf(refusal, OutboundRefused)
          assert.match(refusal.message, /OUTBOUND_PRIVATE_HOSTS/)
        }
        for (const address of ["::1", "fd12::1", "::ffff:10.0.0.1", "64:ff9b::7f00:1"]) {
          yield* Effect.flip(resolved("idp.example.org", [{ address, family: 6 }]))
        }
      })
    )

    it.effect("may be private when the host is listed for it by its own name", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* resolved("inner.example.org", v4("10.0.0.7")), ["10.0.0.7"])
        yield* Effect.flip(resolved("a.customers.example.org", v4("10.0.0.7")))
      })
    )

    it.effect("is never the cloud's metadata or another place of nobody, listed or not", () =>
      Effect.gen(function* () {
        for (const address of ["169.254.169.254", "0.0.0.0", "224.0.0.1", "255.255.255.255"])
          yield* Effect.flip(resolved("inner.example.org", v4(address)))
        for (const address of [
          "fd00:ec2::254",
          "fe80::1",
          "::",
          "::ffff:169.254.169.254",
          "64:ff9b::a9fe:a9fe",
          "2002:a9fe:a9fe::"
        ]) {
          yield* Effect.flip(resolved("inner.example.org", [{ address, family: 6 }]))
        }
      })
    )

    it.effect("is one of the acceptable ones when a name has both kinds", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(
          yield* resolved("idp.example.org", v4("127.0.0.1", "93.184.216.34", "169.254.169.254")),
          ["93.184.216.34"]
        )
      })
    )

    it.effect("is looked at on every connection: a name that resolves elsewhere later is refused", () =>
      Effect.gen(function* () {
        const host = "idp.example.org"
        names.set(host, [v4("93.184.216.34"), v4("127.0.0.1")])
        const lookup = (yield* Outbound).lookup("oidc")
        assert.deepStrictEqual(yield* addressesOf(lookup, host), ["93.184.216.34"])
        assert.instanceOf(yield* Effect.flip(addressesOf(lookup, host)), OutboundRefused)
      })
    )

    it.effect("is not even asked for when the host is not allowed", () =>
      Effect.gen(function* () {
        names.set("evil.net", [v4("93.184.216.34")])
        const refusal = yield* Effect.flip(addressesOf((yield* Outbound).lookup("oidc"), "evil.net"))
        assert.match(refusal.message, /OIDC_ALLOWED_HOSTS/)
      })
    )
  })

  layer(World, { excludeTestServices: true })((it) => {
    it.effect("stops a socket before its first packet", () =>
      Effect.gen(function* () {
        let visits = 0
        const server = createServer((socket) => {
          visits += 1
          socket.destroy()
        })
        yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
        yield* Effect.addFinalizer(() => Effect.sync(() => server.close()))
        const lookup = (yield* Outbound).lookup("oidc")
        const error = yield* Effect.callback<Error>((resume) => {
          connect({ host: "localhost", port: (server.address() as AddressInfo).port, lookup }).on("error", (failure) =>
            resume(Effect.succeed(failure))
          )
        })
        assert.instanceOf(error, OutboundRefused)
        assert.strictEqual(visits, 0)
      })
    )
  })
})

layer(World)("a registered gateway", (it) => {
  it.effect("may be anywhere but where nobody's service is, as a name as well as an address", () =>
    Effect.gen(function* () {
      const { assertGateway, gatewayLookup } = yield* Outbound
      for (const host of ["127.0.0.1", "10.1.2.3", "[::1]", "[fd12::1]", "93.184.216.34", "gateway.example.org"])
        assertGateway(host)
      for (const host of [
        "169.254.169.254",
        "[fe80::1]",
        "[::ffff:169.254.169.254]",
        "0.0.0.0",
        "[ff02::1]",
        "[fd00:ec2::254]"
      ]) {
        assert.throws(() => assertGateway(host), GatewayRefused)
      }
      names.set("metadata.example.org", [v4("169.254.169.254")])
      names.set("mixed.example.org", [v4("169.254.169.254", "10.0.0.7")])
      assert.instanceOf(yield* Effect.flip(addressesOf(gatewayLookup, "metadata.example.org")), GatewayRefused)
      assert.deepStrictEqual(yield* addressesOf(gatewayLookup, "mixed.example.org"), ["10.0.0.7"])
    })
  )
})

layer(World)("a name that many ask for at the same time", (it) => {
  it.effect("is one question, whose answer is everybody's", () =>
    Effect.gen(function* () {
      const { gatewayLookup } = yield* Outbound
      names.set("many.example.org", [v4("93.184.215.14")])
      const found = yield* Effect.promise(() =>
        Promise.all(Array.from({ length: 20 }, () => Effect.runPromise(addressesOf(gatewayLookup, "many.example.org"))))
      )
      assert.deepStrictEqual(
        found,
        Array.from({ length: 20 }, () => ["93.184.215.14"])
      )
      assert.strictEqual(questions.get("many.example.org"), 1)
      yield* addressesOf(gatewayLookup, "many.example.org")
      assert.strictEqual(questions.get("many.example.org"), 2, "what was answered is not kept")
      const ofFamily = (family: 4 | 6) =>
        Effect.callback((resume) =>
          gatewayLookup("many.example.org", { family }, (...answer) => resume(Effect.succeed(answer)))
        )
      yield* Effect.all([ofFamily(4), ofFamily(6)], { concurrency: "unbounded" })
      assert.strictEqual(questions.get("many.example.org"), 4, "addresses of another family are another question")
    })
  )

  it.effect("of which nothing is heard keeps nobody for longer than five seconds, and is asked for once", () =>
    Effect.gen(function* () {
      const { gatewayLookup } = yield* Outbound
      const ask = Effect.flip(addressesOf(gatewayLookup, "silent.example.org"))
      let told = 0
      gatewayLookup("silent.example.org", { all: true }, () => {
        told++
      })
      for (let nr = 0; nr < 2; nr++) {
        const errors = yield* Effect.all(
          Array.from({ length: 5 }, () => ask),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(
          errors.map((error) => "code" in error && error.code),
          Array.from({ length: 5 }, () => "EAI_AGAIN")
        )
      }
      assert.strictEqual(questions.get("silent.example.org"), 1)
      for (const answer of belated) answer()
      assert.strictEqual(told, 1, "who was told so is told nothing more")
    })
  )
})
