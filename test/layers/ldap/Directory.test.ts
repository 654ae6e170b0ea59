import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import type { DirectoryConnection } from "#services/identity/federation/Directory.ts"
import {
  binding,
  check,
  connectionTo,
  DirectoryWith,
  fault,
  identify,
  searching
} from "../../support/ldap/directoryConnection.ts"
import { requirement } from "../../support/Requirement.ts"
import { type Slapd, slapdLack, startSlapd } from "../../support/slapd.ts"

class Server extends Context.Service<Server, Slapd>()("test/Slapd") {
  static readonly layer = Layer.effect(
    Server,
    Effect.acquireRelease(
      Effect.promise(() => startSlapd()),
      (slapd) => Effect.promise(slapd.close)
    )
  )
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const ways = (slapd: Slapd): ReadonlyArray<readonly [string, DirectoryConnection]> => [
  ["search, LDAPS", searching(slapd)],
  ["search, StartTLS", searching(slapd, { url: slapd.startTlsUrl })],
  ["direct, LDAPS", binding(slapd)],
  ["direct, StartTLS", binding(slapd, { url: slapd.startTlsUrl })]
]

const inEveryWay = <E, R>(
  test: (connection: DirectoryConnection, way: string, slapd: Slapd) => Effect.Effect<void, E, R>
) =>
  Effect.gen(function* () {
    const slapd = yield* Server
    yield* Effect.forEach(ways(slapd), ([way, connection]) => test(connection, way, slapd), { discard: true })
  })

const injections = [
  "*",
  "a*",
  "ad*",
  "*)(uid=*",
  "admin)(&)",
  "ada)(|(uid=*",
  "ada)(objectClass=*",
  "\\2a",
  "\\61da",
  "ada\0",
  "\0",
  "ada,ou=people",
  "uid=ada",
  "ada,ou=people,dc=example,dc=org",
  "ada+cn=x",
  '"ada"',
  "ada\\",
  "uid=x,dc=",
  ",",
  "+",
  '"',
  "=",
  ";",
  "#ada",
  "<ada>",
  "&",
  "$&",
  "{username}",
  "()",
  " "
]

requirement("slapd", slapdLack())("a directory", () => {
  layer(Layer.merge(Server.layer, DirectoryWith()), { excludeTestServices: true })("of OpenLDAP", (it) => {
    it.effect("proves everybody, whatever is in the name, in both modes over LDAPS and StartTLS", () =>
      inEveryWay((connection, way, slapd) =>
        Effect.forEach(
          slapd.people,
          (person) =>
            Effect.gen(function* () {
              const identity = yield* identify(connection, person.uid, person.password)
              assert.match(identity.subject, uuid, way)
              assert.deepStrictEqual(
                { ...identity, subject: "" },
                {
                  subject: "",
                  email: person.email ?? null,
                  emailVerified: person.email !== undefined,
                  name: person.name
                },
                `${way}: ${person.uid}`
              )
            }),
          { discard: true }
        )
      )
    )

    it.effect("gives the same subject each time and in each mode, and different people different ones", () =>
      Effect.gen(function* () {
        const slapd = yield* Server
        const subjects = (connection: DirectoryConnection) =>
          Effect.forEach(slapd.people, ({ password, uid }) =>
            Effect.map(identify(connection, uid, password), ({ subject }) => subject)
          )
        const found = yield* subjects(searching(slapd))
        assert.deepStrictEqual(yield* subjects(binding(slapd)), found)
        assert.strictEqual(new Set(found).size, slapd.people.length)
      })
    )

    it.effect("gives octets that are no text as hex, and finds attributes whatever the case of their names", () =>
      Effect.gen(function* () {
        const slapd = yield* Server
        const { email, subject } = yield* identify(
          searching(slapd, { subject_attribute: "JPEGphoto", email_attribute: "MAIL" }),
          "ada",
          "ada's password"
        )
        assert.deepStrictEqual([subject, email], ["ff00fe80c3283031", "ada@example.org"])
      })
    )

    it.effect("reads a filter with escapes beyond ASCII", () =>
      Effect.gen(function* () {
        const slapd = yield* Server
        const connection = searching(slapd, { user_filter: "(&(cn=J\\c3\\bcrgen M\\C3\\BCller)(mail={username}))" })
        const { name } = yield* identify(connection, "mueller@example.org", "Paßwort €")
        assert.strictEqual(name, "Jürgen Müller")
      })
    )

    it.effect("refuses a wrong password", () =>
      inEveryWay((connection, way) =>
        Effect.gen(function* () {
          assert.strictEqual(
            yield* fault(connection, "ada", "grace's password"),
            "IdentityRefused: The directory refuses this person: wrong name or password",
            way
          )
        })
      )
    )

    it.effect("refuses an unknown name", () =>
      inEveryWay((connection, way) =>
        Effect.gen(function* () {
          assert.match(yield* fault(connection, "nobody", "ada's password"), /^IdentityRefused: /, way)
        })
      )
    )

    it.effect("refuses an empty password and an empty name", () =>
      inEveryWay((connection, way) =>
        Effect.gen(function* () {
          assert.match(yield* fault(connection, "ada", ""), /^IdentityRefused: .*empty/, way)
          assert.match(yield* fault(connection, "", "ada's password"), /^IdentityRefused: .*empty/, way)
        })
      )
    )

    it.effect("refuses names that would be filters or other entries, and repeats none of them", () =>
      inEveryWay((connection, way) =>
        Effect.forEach(
          injections,
          (name) =>
            Effect.gen(function* () {
              const said = yield* fault(connection, name, "ada's password")
              assert.match(said, /^IdentityRefused: /, `${way}: ${JSON.stringify(name)}`)
              if (name.length > 3) assert.notInclude(said, name)
              assert.notInclude(said, "ada's password")
            }),
          { discard: true }
        )
      )
    )

    it.effect("refuses a name that two entries have", () =>
      Effect.gen(function* () {
        const slapd = yield* Server
        const connection = searching(slapd, { user_filter: "(mail={username})" })
        assert.match(
          yield* fault(connection, "twins@example.org", "twin's password"),
          /^IdentityRefused: Several entries/
        )
      })
    )

    it.effect("is unavailable, and nobody's password wrong, when its reader is refused", () =>
      Effect.gen(function* () {
        const slapd = yield* Server
        assert.match(
          yield* fault(searching(slapd, {}, "wrong"), "ada", "ada's password"),
          /^ProviderUnavailable: .*bind_dn: wrong name or password/
        )
        assert.match(
          yield* fault(searching(slapd, {}, ""), "ada", "ada's password"),
          /^ProviderUnavailable: bind_dn has no password/
        )
        const anonymous = searching(slapd, { bind_dn: null })
        assert.match(yield* fault(anonymous, "ada", "ada's password"), /^ProviderUnavailable: .*no anonymous searches/)
      })
    )

    it.effect("is unavailable when the configuration does not fit it", () =>
      Effect.gen(function* () {
        const slapd = yield* Server
        const cases: ReadonlyArray<readonly [DirectoryConnection, RegExp]> = [
          [searching(slapd, { base_dn: "dc=elsewhere,dc=org" }), /no such entry/],
          [searching(slapd, { base_dn: "nonsense" }), /not a distinguished name/],
          [searching(slapd, { user_filter: "(uid={username}" }), /user_filter is not a filter/],
          [searching(slapd, { subject_attribute: "objectGUID" }), /has no objectGUID/],
          [binding(slapd, { user_dn_template: "{username}" }), /not a distinguished name/],
          [
            searching(slapd, { ca_certificate: "-----BEGIN CERTIFICATE-----\nbm8=\n-----END CERTIFICATE-----" }),
            /ca_certificate is not a certificate/
          ]
        ]
        for (const [connection, reason] of cases) {
          const said = yield* fault(connection, "ada", "ada's password")
          assert.match(said, reason)
          assert.match(said, /^ProviderUnavailable: /)
          assert.notMatch(said, /ada/)
        }
      })
    )

    it.effect("takes no kind of bind from a name", () =>
      Effect.gen(function* () {
        const slapd = yield* Server
        for (const mechanism of ["EXTERNAL", "PLAIN", "DIGEST-MD5", "SCRAM-SHA-1"]) {
          assert.match(
            yield* fault(binding(slapd, { user_dn_template: "{username}" }), mechanism, "\0ada\0ada's password"),
            /^ProviderUnavailable: /
          )
        }
      })
    )

    it.effect("explains its state in a check that signs nobody in", () =>
      Effect.gen(function* () {
        const slapd = yield* Server
        const outcomes = Effect.map(check(searching(slapd)), (findings) =>
          findings.map(({ name, outcome }) => `${name} ${outcome}`)
        )
        assert.deepStrictEqual(yield* outcomes, [
          "host allowed ok",
          "address and TLS ok",
          "reader's bind ok",
          "search base ok",
          "attributes ok"
        ])
        const direct = yield* check(binding(slapd, { url: slapd.startTlsUrl }))
        assert.deepStrictEqual(
          direct.map(({ outcome }) => outcome),
          ["ok", "ok", "skipped", "skipped", "skipped"]
        )
      })
    )

    it.effect("explains each fault in a check, and skips what depends on it", () =>
      Effect.gen(function* () {
        const slapd = yield* Server
        const cases: ReadonlyArray<readonly [DirectoryConnection, string, RegExp]> = [
          [
            searching(slapd, { url: "ldaps://directory.example.org" }),
            "host allowed",
            /directory\.example\.org is not on LDAP_ALLOWED_HOSTS/
          ],
          [searching(slapd, { url: "ldaps://127.0.0.1" }), "host allowed", /not on LDAP_ALLOWED_HOSTS/],
          [{ ...searching(slapd), url: slapd.startTlsUrl }, "host allowed", /encrypted only/],
          [searching(slapd, { url: "ldaps://localhost:1" }), "address and TLS", /nothing listens/],
          [
            searching(slapd, { url: slapd.startTlsUrl.replace("ldap:", "ldaps:"), start_tls: false }),
            "address and TLS",
            /TLS|closed/
          ],
          [searching(slapd, { ca_certificate: null }), "address and TLS", /ca_certificate/],
          [searching(slapd, {}, "wrong"), "reader's bind", /wrong name or password/],
          [searching(slapd, { bind_dn: "cn=nobody,dc=example,dc=org" }), "reader's bind", /wrong name or password/],
          [searching(slapd, { base_dn: "dc=elsewhere,dc=org" }), "search base", /"dc=elsewhere,dc=org": no such entry/],
          [searching(slapd, { bind_dn: null }), "search base", /no anonymous searches/],
          [binding(slapd, { user_dn_template: "{username}@example.org" }), "search base", /user_dn_template is not/],
          [searching(slapd, { user_filter: "(uid={username}" }), "attributes", /user_filter is not a filter/],
          [searching(slapd, { user_filter: "(telephoneNumber={username})" }), "attributes", /finds nobody/],
          [searching(slapd, { subject_attribute: "objectGUID" }), "attributes", /has objectGUID/],
          [
            searching(slapd, { email_attribute: "telephoneNumber", linking_policy: "trusted_email" }),
            "attributes",
            /has telephoneNumber/
          ]
        ]
        for (const [connection, name, detail] of cases) {
          const findings = yield* check(connection)
          const failed = findings.findIndex(({ outcome }) => outcome === "failed")
          assert.strictEqual(findings[failed]?.name, name, JSON.stringify(findings))
          assert.match(findings[failed]?.detail ?? "", detail)
          assert.strictEqual(findings.length, 5)
          assert.isTrue(findings.slice(failed + 1).every(({ outcome }) => outcome === "skipped"))
          assert.notMatch(JSON.stringify(findings), /reader's password|ada@|Lovelace/)
        }
      })
    )

    it.effect("says when entries lack an e-mail that linking does not need", () =>
      Effect.gen(function* () {
        const slapd = yield* Server
        const findings = yield* check(searching(slapd, { email_attribute: "telephoneNumber" }))
        assert.deepStrictEqual(
          [findings[4]?.outcome, /none of those looked at has telephoneNumber/.test(findings[4]?.detail ?? "")],
          ["ok", true]
        )
      })
    )

    it.effect("is not spoken to in clear, even if the configuration was let through", () =>
      Effect.gen(function* () {
        const slapd = yield* Server
        const clear = { ...searching(slapd), url: slapd.startTlsUrl }
        assert.match(
          yield* fault(clear, "ada", "ada's password"),
          /^ProviderUnavailable: Passwords travel encrypted only/
        )
      })
    )
  })

  layer(Server.layer, { excludeTestServices: true })("under another certificate", (it) => {
    it.effect("of another authority is refused, over LDAPS and StartTLS", () =>
      Effect.gen(function* () {
        const slapd = yield* Server
        const other = yield* Effect.acquireRelease(
          Effect.promise(() => startSlapd({ people: [] })),
          ({ close }) => Effect.promise(close)
        )
        for (const url of [slapd.url, slapd.startTlsUrl]) {
          for (const ca_certificate of [other.caPem, null]) {
            assert.match(
              yield* fault(searching(slapd, { url, ca_certificate }), "ada", "ada's password"),
              /^ProviderUnavailable: .*ca_certificate/
            )
          }
        }
      }).pipe(Effect.provide(DirectoryWith()))
    )

    it.effect("with another host name is refused, over LDAPS and StartTLS", () =>
      Effect.gen(function* () {
        const slapd = yield* Effect.acquireRelease(
          Effect.promise(() => startSlapd({ host: "elsewhere.example.org" })),
          ({ close }) => Effect.promise(close)
        )
        for (const url of [slapd.url, slapd.startTlsUrl]) {
          assert.match(
            yield* fault(searching(slapd, { url }), "ada", "ada's password"),
            /^ProviderUnavailable: .*not for this host name/
          )
        }
      }).pipe(Effect.provide(DirectoryWith()))
    )

    it.effect("is not looked at on hosts that are not listed and in private networks", () =>
      Effect.gen(function* () {
        const slapd = yield* Server
        const said = (connection: DirectoryConnection, lists: Parameters<typeof DirectoryWith>[0]) =>
          fault(connection, "ada", "ada's password").pipe(Effect.provide(DirectoryWith(lists)))
        const connection = searching(slapd)
        assert.match(
          yield* said(connection, { ldapHosts: [] }),
          /^ProviderUnavailable: localhost is not on LDAP_ALLOWED_HOSTS/
        )
        for (const url of [slapd.url, slapd.startTlsUrl]) {
          assert.match(
            yield* said(searching(slapd, { url }), { privateHosts: [] }),
            /^ProviderUnavailable: .*OUTBOUND_PRIVATE_HOSTS/
          )
          for (const [host, why] of [
            ["127.0.0.1", "OUTBOUND_PRIVATE_HOSTS"],
            ["[::1]", "OUTBOUND_PRIVATE_HOSTS"],
            ["127.1", "LDAP_ALLOWED_HOSTS"],
            ["2130706433", "LDAP_ALLOWED_HOSTS"]
          ] as const) {
            const literal = searching(slapd, { url: url.replace("localhost", host) })
            assert.match(
              yield* said(literal, { ldapHosts: ["127.0.0.1", "[::1]"], privateHosts: [] }),
              new RegExp(`^ProviderUnavailable: .*${why}`),
              host
            )
          }
        }
        assert.match(
          yield* said(connectionTo({ url: "ldaps://", bind_mode: "direct", user_dn_template: "uid={username}" }), {}),
          /^ProviderUnavailable: /
        )
      })
    )
  })
})
