import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import { EqualityFilter, FilterParser } from "ldapts"
import { filterFor, filterForAnyUser, nameFor } from "#layers/ldap/ldapEscape.ts"
import { binding, DirectoryWith, fault, identify, searching } from "../../support/ldap/directoryConnection.ts"
import { requirement } from "../../support/Requirement.ts"
import { slapdLack, startSlapd } from "../../support/slapd.ts"

const decodedName = (value: string): string => {
  const octets: Array<number> = []
  const rest = value.replace(/^[ #]| $/, () => {
    throw new Error("a bare space or # at an end")
  })
  for (const [piece, pair] of rest.matchAll(/\\([0-9a-f]{2})|[^]/gu)) {
    if (pair === undefined && /["+,;<>\\\0]/.test(piece)) throw new Error(`a bare ${piece}`)
    octets.push(...(pair === undefined ? Buffer.from(piece) : [Number.parseInt(pair, 16)]))
  }
  return Buffer.from(octets).toString("utf8")
}

const Name = Schema.String.check(Schema.isMinLength(1))
const whole = (text: string) => text.toWellFormed()

const specials = [
  "*",
  "(",
  ")",
  "\\",
  "\0",
  ",",
  "+",
  '"',
  "<",
  ">",
  ";",
  "=",
  "#",
  " ",
  "|",
  "&",
  "!",
  "~",
  ":",
  "{",
  "}",
  "$",
  "\\2a",
  "ü",
  "漢",
  "𝒳",
  "a",
  "B",
  "7"
]
const Awkward = Schema.Array(Schema.Literals(specials)).check(Schema.isMinLength(1), Schema.isMaxLength(12))
const awkwardNames = (seed: number) =>
  Effect.map(Arbitrary.sampleEffect(Arbitrary.schema(Awkward), { count: 60, seed }), (names) =>
    names.map((parts) => parts.join(""))
  )

describe("a name", () => {
  it.prop("is one equality in a filter, whatever it holds", { name: Name }, ({ name }) => {
    const filter = FilterParser.parseString(filterFor("(uid={username})", name))
    assert.instanceOf(filter, EqualityFilter)
    assert.deepStrictEqual([filter.attribute, filter.value], ["uid", name])
  })

  it.prop("of special characters is too, in any place of a filter", { parts: Awkward }, ({ parts }) => {
    const name = parts.join("")
    const filter = FilterParser.parseString(
      filterFor("(&(objectClass=person)(|(uid={username})(mail={username})))", name)
    )
    const [, either] = (filter as unknown as { filters: ReadonlyArray<{ filters: ReadonlyArray<EqualityFilter> }> })
      .filters
    assert.deepStrictEqual(
      either?.filters.map(({ attribute, value }) => [attribute, value]),
      [
        ["uid", name],
        ["mail", name]
      ]
    )
  })

  it.prop("is one value in a distinguished name", { name: Name, parts: Awkward }, ({ name, parts }) => {
    for (const text of [whole(name), parts.join("")]) {
      const encoded = nameFor("uid={username}", text).slice("uid=".length)
      assert.strictEqual(decodedName(encoded), text)
    }
  })

  it("has examples", () => {
    assert.strictEqual(filterFor("(uid={username})", "a*(b)\\\0ü$&"), "(uid=a\\2a\\28b\\29\\5c\\00ü$&)")
    assert.strictEqual(
      nameFor("uid={username},dc=x", ' #a,b+"c"<d>;e=\\f\0 '),
      "uid=\\20#a\\2cb\\2b\\22c\\22\\3cd\\3e\\3be\\3d\\5cf\\00\\20,dc=x"
    )
    assert.strictEqual(filterForAnyUser("(|(uid={username})(mail={username}*))"), "(|(uid=*)(mail=*))")
    assert.strictEqual(filterFor("(cn=\\c3\\bc\\2a{username})", "x"), "(cn=ü\\2ax)")
  })
})

/** A directory folds case, width and spaces and has no NUL in names: a number at either end tells these apart. */
const numbered = (names: ReadonlyArray<string>) =>
  names.map((name) => name.replaceAll("\0", "")).map((name, at) => (at % 2 === 0 ? `${name}_${at}` : `${at}_${name}`))

requirement("slapd", slapdLack())("a real directory", () => {
  it.live(
    "proves people of awkward names, each with his own password only",
    () =>
      Effect.gen(function* () {
        const people = numbered(yield* awkwardNames(4515)).map((uid, at) => ({
          uid,
          password: `password ${at}`,
          name: `Person ${at}`
        }))
        const slapd = yield* Effect.acquireRelease(
          Effect.promise(() => startSlapd({ people })),
          ({ close }) => Effect.promise(close)
        )
        for (const connection of [searching(slapd), binding(slapd)]) {
          for (const { name, password, uid } of people) {
            assert.strictEqual((yield* identify(connection, uid, password)).name, name, JSON.stringify(uid))
          }
          for (const name of yield* awkwardNames(4514)) {
            assert.match(yield* fault(connection, name, "password 1"), /^IdentityRefused: /, JSON.stringify(name))
          }
        }
      }).pipe(Effect.provide(DirectoryWith())),
    60_000
  )
})
