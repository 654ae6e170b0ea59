import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Entry } from "ldapts"
import { identityOf } from "#layers/ldap/ldapIdentity.ts"
import { connectionTo } from "../../support/ldap/directoryConnection.ts"

const base = { url: "ldaps://directory.example.org", base_dn: "dc=x" }
const active = connectionTo({ ...base, subject_attribute: "objectGUID" })
const open = connectionTo(base)
const entry = (attributes: Omit<Entry, "dn">): Entry => ({ dn: "uid=ada,dc=x", ...attributes })

describe("whom an entry describes", () => {
  it.effect("has octet strings as hex even where they happen to be text, decoded or not", () =>
    Effect.gen(function* () {
      const readable = "0123456789abcdef"
      const expected = Buffer.from(readable).toString("hex")
      for (const attributes of [
        { objectGUID: readable },
        { objectGUID: Buffer.from(readable) },
        { objectguid: [readable] }
      ]) {
        assert.strictEqual((yield* identityOf(entry(attributes), active)).subject, expected)
      }
      const raw = Buffer.from("efbbbf00ff10d3a4", "hex")
      assert.strictEqual((yield* identityOf(entry({ objectGUID: raw }), active)).subject, raw.toString("hex"))
    })
  )

  it.effect("takes the first e-mail, and none where there is none", () =>
    Effect.gen(function* () {
      const both = yield* identityOf(entry({ entryUUID: "1", mail: ["a@x.org", "b@x.org"], cn: "Ada" }), open)
      assert.deepStrictEqual(both, { subject: "1", email: "a@x.org", emailVerified: true, name: "Ada" })
      const none = yield* identityOf(entry({ entryUUID: "1", mail: [], cn: "" }), open)
      assert.deepStrictEqual(none, { subject: "1", email: null, emailVerified: false, name: null })
    })
  )

  it.effect("is unclear without a subject or with several, and the reason holds none", () =>
    Effect.gen(function* () {
      for (const attributes of [
        {},
        { entryUUID: [] },
        { entryUUID: ["subject-1", "subject-2"] },
        { "entryUUID;x-hidden": "subject-1" }
      ]) {
        const { _tag, reason } = yield* Effect.flip(identityOf(entry(attributes), open))
        assert.strictEqual(_tag, "ProviderUnavailable")
        assert.notInclude(reason, "subject-")
      }
    })
  )
})
