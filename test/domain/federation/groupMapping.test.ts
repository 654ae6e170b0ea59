import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { LdapConfig, OidcConfig } from "#domain/identity/federation/Federation.ts"
import { claimedGroups, directoryGroups, MAX_VALUES } from "#domain/identity/federation/GroupMapping.ts"
import { plainName } from "#domain/identity/federation/plainName.ts"

const oidc = {
  claim: "groups",
  groups: [
    { value: "storage", group_id: 1, privileged: false },
    { value: "storage", group_id: 2, privileged: true },
    { value: "Storage", group_id: 3, privileged: false },
    { value: "ops", group_id: 2, privileged: false }
  ]
}
const ids = (claims: unknown, claim = "groups") =>
  claimedGroups({ ...oidc, claim }, claims).groups.map(({ group_id }) => group_id)
const fault = (claims: unknown, claim = "groups") => claimedGroups({ ...oidc, claim }, claims).fault

describe("groups that a provider names", () => {
  it("are those of the mapping, as they are written; one group may be named by several values", () => {
    assert.deepStrictEqual(ids({ groups: ["storage", "sales"] }), [1, 2])
    assert.deepStrictEqual(ids({ groups: ["Storage"] }), [3])
    assert.deepStrictEqual(claimedGroups(oidc, { groups: ["ops", "storage"] }).groups, [
      { group_id: 2, privileged: true },
      { group_id: 1, privileged: false }
    ])
    assert.deepStrictEqual(ids({ groups: "storage" }), [1, 2], "one text is a list of one")
    assert.deepStrictEqual(ids({ groups: ["storage ", "STORAGE", "storage\u0000"] }), [])
  })

  it("stand in a claim whose name may hold dots, or at a path, in the ID token or else in UserInfo", () => {
    assert.deepStrictEqual(ids({ "https://example.org/groups": ["storage"] }, "https://example.org/groups"), [1, 2])
    assert.deepStrictEqual(ids({ realm_access: { roles: ["storage"] } }, "realm_access.roles"), [1, 2])
    assert.deepStrictEqual(claimedGroups(oidc, { sub: "x" }, { groups: ["Storage"] }).groups, [
      { group_id: 3, privileged: false }
    ])
    assert.deepStrictEqual(
      claimedGroups(oidc, { groups: [] }, { groups: ["Storage"] }).groups,
      [],
      "the ID token's word counts first"
    )
    assert.strictEqual(fault({}), "claim_missing")
    assert.strictEqual(fault({ groups: null }), "claim_missing")
    for (const path of ["__proto__.constructor.name", "constructor", "groups.length", "groups.0", "toString"])
      assert.deepStrictEqual(ids({ groups: ["storage"] }, path), [], path)
  })

  it("are nobody's where what is said cannot be read, and never more than was said", () => {
    for (const value of [{ storage: true }, 7, true, { "0": "storage" }]) {
      assert.deepStrictEqual(ids({ groups: value }), [])
      assert.strictEqual(fault({ groups: value }), "claim_not_a_list")
    }
    assert.deepStrictEqual(ids({ groups: [["storage"], { name: "storage" }, null, 1, "ops"] }), [2])
    assert.strictEqual(fault({ groups: [["storage"], "ops"] }), "values_not_texts")
    assert.deepStrictEqual(ids({ groups: ["x".repeat(1_000_000), "ops"] }), [2])
  })

  it("10,000 are looked at, and beyond what is looked at nothing counts", () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `group-${index}`)
    assert.deepStrictEqual(ids({ groups: [...many, "ops"] }), [2])
    const tooMany = Array.from({ length: MAX_VALUES }, () => "sales")
    assert.deepStrictEqual(ids({ groups: [...tooMany, "ops"] }), [])
    assert.strictEqual(fault({ groups: [...tooMany, "ops"] }), "too_many_values")
  })

  it("in a directory are compared by their distinguished names", () => {
    const mapping = {
      attribute: "memberOf",
      groups: [{ value: "cn=Storage\\, Europe,ou=groups,dc=example,dc=org", group_id: 1, privileged: false }]
    }
    const named = (...values: ReadonlyArray<string | null>) => directoryGroups(mapping, values).groups.length
    assert.strictEqual(named("CN=storage\\2C Europe, OU=Groups ,DC=example,DC=ORG"), 1)
    assert.strictEqual(named("cn=storage\\, europe,ou=groups,dc=example,dc=org"), 1)
    for (const other of [
      "cn=Storage,ou=groups,dc=example,dc=org",
      "cn=Storage,cn=Europe,ou=groups,dc=example,dc=org",
      "cn=Storage\\, Europe,ou=groups,dc=example",
      "",
      "\u0000"
    ])
      assert.strictEqual(named(other), 0, other)
    assert.strictEqual(directoryGroups(mapping, [null]).fault, "values_not_texts")
    assert.isNull(directoryGroups(mapping, []).fault, "who is in no group has no such attribute")
  })
})

describe("a distinguished name", () => {
  it("is one text in each of its spellings, and another one than any other name's", () => {
    assert.strictEqual(plainName("CN=K\u00e9vin, DC=Org"), plainName("cn=k\\c3\\a9vin,dc=org"))
    assert.notStrictEqual(plainName("cn=\u212aevin"), plainName("cn=kevin"), "the Kelvin sign is no k")
    assert.notStrictEqual(plainName("cn=a\\,b"), plainName("cn=a,b"))
    assert.notStrictEqual(plainName("cn=a\\=b"), plainName("cn=a,b"))
    assert.strictEqual(plainName("  storage   team "), "storage team")
  })

  it.prop("of any text is found without failing", { text: Schema.String }, ({ text }) => {
    plainName(text)
  })

  const names = Schema.Array(Schema.NonEmptyString).check(Schema.isMinLength(1), Schema.isMaxLength(4))
  it.prop(
    "is another one exactly where a part is, small letters aside",
    { one: names, other: names },
    ({ one, other }) => {
      const tidy = (parts: ReadonlyArray<string>) => parts.map((part) => part.toWellFormed().replace(/ +/g, "_"))
      // every octet escaped (RFC 4514 2.4), independent of our code
      const escaped = (text: string) =>
        Array.from(new TextEncoder().encode(text), (octet) => `\\${octet.toString(16).padStart(2, "0")}`).join("")
      const nameOf = (parts: ReadonlyArray<string>) =>
        tidy(parts)
          .map((part) => `cn=${escaped(part)}`)
          .join(",")
      const small = (parts: ReadonlyArray<string>) =>
        JSON.stringify(tidy(parts).map((part) => part.replace(/[A-Z]/g, (letter) => letter.toLowerCase())))
      assert.strictEqual(plainName(nameOf(one)) === plainName(nameOf(other)), small(one) === small(other))
    }
  )
})

describe("a mapping", () => {
  const refused = (schema: Schema.ConstraintCodec<unknown, unknown>, config: object) =>
    Schema.decodeUnknownExit(schema, { onExcessProperty: "error" })(config)._tag === "Failure"
  const provider = { issuer: "https://login.example.org", client_id: "stowage" }
  const directory = { url: "ldaps://directory.example.org", base_dn: "dc=example,dc=org" }
  const group = { value: "storage", group_id: 4 }

  it("is off until it is said, and strict", () => {
    assert.isNull(Schema.decodeSync(OidcConfig)(provider).group_mapping)
    assert.isNull(Schema.decodeSync(LdapConfig)(directory).group_mapping)
    assert.strictEqual(
      Schema.decodeSync(LdapConfig)({ ...directory, group_mapping: { groups: [group] } }).group_mapping?.attribute,
      "memberOf"
    )
    for (const mapping of [
      {},
      { claim: "groups" },
      { claim: "groups", groups: [] },
      { claim: "", groups: [group] },
      { claim: "two words", groups: [group] },
      { claim: "a\u0000b", groups: [group] },
      { claim: "groups", groups: [group], nested: true },
      { claim: "groups", groups: [{ ...group, name: "x" }] },
      { claim: "groups", groups: [{ ...group, value: "" }] },
      { claim: "groups", groups: [{ ...group, value: "a\u0000" }] },
      { claim: "groups", groups: [{ ...group, group_id: "4" }] },
      { claim: "groups", groups: [{ ...group, group_id: 2 ** 40 }] },
      { claim: "groups", groups: [{ ...group, privileged: "yes" }] },
      { claim: "groups", groups: [group, group] },
      { claim: "groups", groups: null },
      { claim: "groups", groups: Array.from({ length: 201 }, (_, index) => ({ ...group, group_id: index + 1 })) },
      { attribute: "memberOf", groups: [group] },
      []
    ])
      assert.isTrue(
        refused(OidcConfig as never, { ...provider, group_mapping: mapping }),
        JSON.stringify(mapping).slice(0, 100)
      )
    for (const mapping of [
      { attribute: "member Of", groups: [group] },
      { attribute: "memberOf)(uid=*", groups: [group] },
      { claim: "groups", groups: [group] }
    ]) {
      assert.isTrue(refused(LdapConfig as never, { ...directory, group_mapping: mapping }), JSON.stringify(mapping))
    }
  })
})
