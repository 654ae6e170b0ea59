import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import { clientNetwork } from "#domain/platform/clientNetwork.ts"
import { KNOWN_ADDRESS_DAYS } from "#domain/platform/RateLimit.ts"
import { Passkeys } from "#services/identity/passkeys/Passkeys.ts"
import { KnownAddresses } from "#services/platform/limits/KnownAddresses.ts"
import { Login } from "#services/identity/signin/Login.ts"
import { Users } from "#services/identity/users/Users.ts"
import { AccessOnDatabase } from "../services/support/accessLayer.ts"
import { callerOf, enrolled, password, pendingOf, somebody } from "./people.ts"

const from = (address: string) => Effect.provideService(CurrentOrigin, { requestId: null, address, userAgent: "" })

const attempt = Effect.fnUntraced(function* (email: string, typed: string, address: string) {
  const login = yield* Login
  return yield* login.withPassword({ email, password: Redacted.make(typed) }).pipe(
    from(address),
    Effect.match({
      onFailure: ({ code }) => code as string,
      onSuccess: (step) => (step._tag === "Open" ? "ready" : step.next)
    })
  )
})

const wrongOnes = (email: string, count: number, addressOf: (index: number) => string) =>
  Effect.forEach(
    Array.from({ length: count }, (_, index) => index),
    (index) => attempt(email, `wrong ${index}`, addressOf(index))
  )

const stranger = "203.0.113.66"
const home = "198.51.100.7"

/** Addresses are counted across tests. */
const afresh = Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql`delete from rate_limits`))

layer(AccessOnDatabase, { timeout: "180 seconds" })("Ten wrong passwords", (it) => {
  it.effect("lock the right one out for 5 minutes, for whoever was never here and has no passkey", () =>
    Effect.gen(function* () {
      yield* afresh
      const { user } = yield* somebody("ui_user")
      yield* wrongOnes(user.email, 10, () => stranger)
      assert.strictEqual(yield* attempt(user.email, password, stranger), "rate_limited")
      assert.strictEqual(yield* attempt(user.email, password, home), "rate_limited")
      yield* TestClock.adjust(Duration.seconds(5 * 60 + 1))
      assert.strictEqual(yield* attempt(user.email, password, home), "ready")
    })
  )

  it.effect("a person from an address that signed in before still gets in, as often as they like", () =>
    Effect.gen(function* () {
      yield* afresh
      const { user } = yield* somebody("ui_user")
      assert.strictEqual(yield* attempt(user.email, password, home), "ready")
      yield* wrongOnes(user.email, 29, () => stranger)
      for (let time = 0; time < 12; time++) assert.strictEqual(yield* attempt(user.email, password, home), "ready")
      assert.strictEqual(
        yield* attempt(user.email, password, "198.51.100.8"),
        "rate_limited",
        "the neighbour is a stranger"
      )
    })
  )

  it.effect("a known address has ten tries of its own, and strangers none of them", () =>
    Effect.gen(function* () {
      yield* afresh
      const { user } = yield* somebody("ui_user")
      yield* attempt(user.email, password, home)
      assert.deepStrictEqual([...new Set(yield* wrongOnes(user.email, 10, () => home))], ["invalid_credentials"])
      assert.strictEqual(yield* attempt(user.email, password, home), "rate_limited", "it locks itself like any other")
      // failures at a known address do not count for unknown ones, and vice versa
      assert.strictEqual(yield* attempt(user.email, "wrong", stranger), "invalid_credentials")
    })
  )

  it.effect("an address is known for the account that signed in from it, and for no other", () =>
    Effect.gen(function* () {
      yield* afresh
      const [one, other] = [yield* somebody("ui_user"), yield* somebody("ui_user")]
      yield* attempt(one.user.email, password, home)
      yield* wrongOnes(other.user.email, 10, () => stranger)
      assert.strictEqual(yield* attempt(other.user.email, password, home), "rate_limited")
    })
  )

  it.effect("a wrong password, or a right one without its passkey, makes no address known", () =>
    Effect.gen(function* () {
      yield* afresh
      const sql = yield* SqlClient.SqlClient
      const { record } = yield* enrolled("ui_user")
      const address = "192.0.2.44"
      yield* attempt(record.user.email, "wrong", address)
      assert.strictEqual(yield* attempt(record.user.email, password, address), "webauthn_authentication")
      assert.lengthOf(yield* sql`select 1 from known_addresses where network = ${address}`, 0)
    })
  )

  it.effect("a person with a passkey still gets on to it from anywhere, and then in", () =>
    Effect.gen(function* () {
      yield* afresh
      const passkeys = yield* Passkeys
      const { authenticator, record } = yield* enrolled("ui_user")
      yield* wrongOnes(record.user.email, 10, () => stranger)
      const step = yield* (yield* Login)
        .withPassword({ email: record.user.email, password: Redacted.make(password) })
        .pipe(from(stranger))
      if (step._tag !== "Pending") return assert.fail("a passkey should have been asked for")
      const pending = yield* pendingOf(step)
      const opened = yield* passkeys
        .authenticate(pending, authenticator.get(yield* passkeys.authenticationOptions(pending)))
        .pipe(from(home))
      assert.strictEqual((yield* callerOf(opened)).user.id, record.user.id)
      assert.strictEqual(yield* attempt(record.user.email, password, "192.0.2.99"), "webauthn_authentication")
    })
  )

  it.effect(
    "and no wrong password is told from any other meanwhile: locked is locked, with a passkey, without one, " +
      "and for nobody",
    () =>
      Effect.gen(function* () {
        yield* afresh
        const { record } = yield* enrolled("ui_user")
        const { user } = yield* somebody("ui_user")
        for (const email of [record.user.email, user.email, `${crypto.randomUUID()}@example.org`]) {
          yield* wrongOnes(email, 10, () => stranger)
          assert.strictEqual(yield* attempt(email, "wrong", "192.0.2.1"), "rate_limited")
          yield* (yield* SqlClient.SqlClient)`delete from rate_limits where key like 'login/address/%'`
        }
      })
  )

  it.effect(
    "what is verified while an account is locked is bounded: a hundred guesses in five minutes, from however " +
      "many addresses",
    () =>
      Effect.gen(function* () {
        yield* afresh
        const { record } = yield* enrolled("ui_user")
        const anywhere = (index: number) => `10.${index % 250}.${Math.floor(index / 250)}.1`
        yield* wrongOnes(record.user.email, 10, anywhere)
        yield* (yield* SqlClient.SqlClient)`update rate_limits set count = 99 where key like 'login/locked/%'`
        yield* attempt(record.user.email, "wrong", anywhere(11))
        yield* (yield* SqlClient.SqlClient)`update rate_limits set count = 99 where key like 'login/locked/%'`
        assert.strictEqual(
          yield* attempt(record.user.email, password, anywhere(12)),
          "webauthn_authentication",
          "the hundredth"
        )
        assert.strictEqual(
          yield* attempt(record.user.email, password, anywhere(13)),
          "rate_limited",
          "the one after it"
        )
      })
  )

  it.effect("an address is a stranger's again after 90 days, and swept away", () =>
    Effect.gen(function* () {
      yield* afresh
      const sql = yield* SqlClient.SqlClient
      const { user } = yield* somebody("ui_user")
      yield* attempt(user.email, password, home)
      const kept = Effect.map(
        sql`select 1 from known_addresses where account = ${`user/${user.id}`}`,
        ({ length }) => length
      )
      const clear = Effect.gen(function* () {
        yield* (yield* KnownAddresses).clear(DateTime.subtract(yield* DateTime.now, { days: KNOWN_ADDRESS_DAYS }))
      })
      yield* TestClock.adjust(Duration.days(89))
      yield* clear
      assert.strictEqual(yield* kept, 1)
      yield* TestClock.adjust(Duration.days(2))
      yield* wrongOnes(user.email, 10, () => stranger)
      assert.strictEqual(yield* attempt(user.email, password, home), "rate_limited")
      yield* clear
      assert.strictEqual(yield* kept, 0)
    })
  )

  it.effect("whoever is deactivated gets in from nowhere", () =>
    Effect.gen(function* () {
      yield* afresh
      const { record } = yield* enrolled("ui_user")
      yield* (yield* Users).signedIn(record.user.id, yield* DateTime.now).pipe(from(home))
      yield* (yield* SqlClient.SqlClient)`update ui_users set is_active = false where id = ${record.user.id}`
      yield* wrongOnes(record.user.email, 10, () => stranger)
      assert.strictEqual(yield* attempt(record.user.email, password, stranger), "rate_limited")
      assert.strictEqual(yield* attempt(record.user.email, password, home), "invalid_credentials")
    })
  )
})

layer(AccessOnDatabase, { timeout: "60 seconds" })("Limits of addresses", (it) => {
  it.effect("IPv6 limits count a /64: 31 tries from as many addresses of one network are one too many", () =>
    Effect.gen(function* () {
      const answers = yield* Effect.forEach(
        Array.from({ length: 31 }, (_, index) => index),
        (index) =>
          attempt(`${crypto.randomUUID()}@example.org`, "wrong", `2001:db8:7:7:${index.toString(16)}::${index + 1}`)
      )
      assert.deepStrictEqual([answers[29], answers[30]], ["invalid_credentials", "rate_limited"])
      assert.strictEqual(
        yield* attempt("x@example.org", "wrong", "2001:db8:7:8::1"),
        "invalid_credentials",
        "another network"
      )
    })
  )

  it.effect("an address counts as it is, in whatever coat", () =>
    Effect.sync(() => {
      assert.strictEqual(clientNetwork("203.0.113.7"), "203.0.113.7")
      assert.strictEqual(clientNetwork("::ffff:203.0.113.7"), "203.0.113.7")
      assert.strictEqual(clientNetwork("2001:DB8:1:2:3:4:5:6"), "2001:db8:1:2::/64")
      assert.strictEqual(clientNetwork("fe80::1%eth0"), "fe80::/64")
      assert.strictEqual(clientNetwork(""), "")
      assert.strictEqual(clientNetwork("not an address"), "not an address")
    })
  )
})
