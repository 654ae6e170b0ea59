import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { lifecycle } from "#domain/buckets/features/lifecycle.ts"
import { Lifecycle, type LifecycleRule } from "#domain/buckets/lifecycle/Lifecycle.ts"
import { overlaps } from "#domain/buckets/lifecycle/overlaps.ts"
import { ruleSentences } from "#domain/buckets/lifecycle/ruleSentence.ts"

const place = { bucket: "b", dialect: "rgw" as const }

export const rule = (more: Partial<LifecycleRule> & { readonly prefix?: string } = {}): LifecycleRule => {
  const { prefix = "", ...rest } = more
  return {
    id: "r",
    enabled: true,
    filter: { prefix, tags: [], size_greater_than: null, size_less_than: null },
    expiration: null,
    noncurrent_expiration: null,
    transitions: [],
    noncurrent_transitions: [],
    abort_multipart: null,
    ...rest
  }
}

const recorded =
  `<?xml version="1.0" encoding="UTF-8"?><LifecycleConfiguration ` +
  `xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Rule><ID>r1</ID><Filter><Prefix>tmp/</Prefix></Filter><Status>Enabled</Status><Expiration><Days>7</Days></Expiration><NoncurrentVersionExpiration><NewerNoncurrentVersions>2</NewerNoncurrentVersions><NoncurrentDays>3</NoncurrentDays></NoncurrentVersionExpiration><AbortIncompleteMultipartUpload><DaysAfterInitiation>1</DaysAfterInitiation></AbortIncompleteMultipartUpload></Rule><Rule><ID>r2</ID><Filter><And><Prefix>x/</Prefix><Tag><Key>a</Key><Value>b</Value></Tag><ObjectSizeGreaterThan>10</ObjectSizeGreaterThan></And></Filter><Status>Disabled</Status><Expiration><Date>2030-01-01T00:00:00Z</Date></Expiration></Rule></LifecycleConfiguration>`

const understood = (stored: string): Lifecycle => {
  const value = lifecycle.understand(stored)?.value
  assert.isDefined(value)
  assert.isNotNull(value)
  return value!
}

describe("lifecycle rules as a document", () => {
  it("reads what a gateway answered", () => {
    assert.deepStrictEqual(understood(recorded), {
      rules: [
        rule({
          id: "r1",
          prefix: "tmp/",
          expiration: { days: 7 },
          noncurrent_expiration: { days: 3, newer_versions: 2 },
          abort_multipart: { days: 1 }
        }),
        rule({
          id: "r2",
          enabled: false,
          expiration: { date: "2030-01-01" },
          filter: { prefix: "x/", tags: [{ key: "a", value: "b" }], size_greater_than: 10, size_less_than: null }
        })
      ]
    })
    assert.strictEqual(
      lifecycle.summary(understood(recorded)),
      [
        "Objects under tmp/ are deleted 7 days after they were written",
        "Old versions of objects under tmp/ are deleted 3 days after they were replaced, the newest 2 always kept",
        "Unfinished uploads under tmp/ are removed 1 day after they began",
        "1 rule is off"
      ].join("; ")
    )
    const many = Array.from({ length: 5 }, (_, index) =>
      rule({ id: `r${index}`, prefix: `${index}/`, expiration: { days: 1 } })
    )
    assert.match(lifecycle.summary({ rules: many }), /^Objects under 0\/ are deleted 1 day .*; and 2 more rules$/)
    assert.strictEqual(lifecycle.state(understood(recorded)), "enabled")
    assert.deepStrictEqual(lifecycle.params(understood(recorded))[0], {
      rule_id: "r1",
      enabled: true,
      prefix: "tmp/",
      expiration_days: 7,
      noncurrent_days: 3,
      abort_multipart_days: 1
    })
  })

  it("changes one rule and leaves every byte of the others, and what it does not know", () => {
    const stored = recorded
      .replace("<Status>Disabled</Status>", "<Status> Disabled</Status><Unknown a='1'><b/></Unknown>")
      .slice(38)
    const value = understood(stored)
    assert.strictEqual(lifecycle.express(value, stored), stored)
    const [first, second] = value.rules
    const changed = lifecycle.express({ rules: [{ ...first!, expiration: { days: 8 } }, second!] }, stored)
    assert.strictEqual(changed, stored.replace("<Days>7<", "<Days>8<"))
    const other = lifecycle.express({ rules: [first!, { ...second!, enabled: true }] }, stored)
    assert.strictEqual(other, stored.replace("<Status> Disabled<", "<Status>Enabled<"))
    assert.include(
      lifecycle.express({ rules: [{ ...second!, filter: { ...second!.filter, prefix: "y/" } }] }, stored),
      "<Unknown a='1'><b/></Unknown>"
    )
  })

  it("keeps the first form of a prefix, and conditions of a filter that nobody here knows", () => {
    const old = `<LifecycleConfiguration><Rule><ID>a</ID><Prefix>x</Prefix><Status>Enabled</Status><Expiration><Days>1</Days></Expiration></Rule></LifecycleConfiguration>`
    const [only] = understood(old).rules
    assert.strictEqual(only?.filter.prefix, "x")
    assert.strictEqual(
      lifecycle.express({ rules: [{ ...only!, filter: { ...only!.filter, prefix: "y&<" } }] }, old),
      old.replace(">x<", ">y&amp;&lt;<")
    )
    const archive = old.replace("<Prefix>x</Prefix>", "<Filter><And><Prefix>x</Prefix><ArchiveZone/></And></Filter>")
    const [flagged] = understood(archive).rules
    const bare = lifecycle.express({ rules: [{ ...flagged!, filter: { ...flagged!.filter, prefix: "" } }] }, archive)
    assert.include(bare, "<Filter><ArchiveZone/></Filter>")
    const more = lifecycle.express(
      { rules: [{ ...flagged!, filter: { ...flagged!.filter, prefix: "z", size_less_than: 9 } }] },
      archive
    )
    assert.include(more, "<And><Prefix>z</Prefix><ObjectSizeLessThan>9</ObjectSizeLessThan><ArchiveZone/></And>")
  })

  it("every kind of filter is read as it was written", () => {
    for (const prefix of ["", "a/", " ", "Grüße 猫", "..", "%zz", "a&b<c>\"'", "x\r\ny"]) {
      for (const tags of [
        [],
        [{ key: "k", value: "" }],
        [
          { key: "k", value: "v" },
          { key: "猫", value: "<&>" }
        ]
      ]) {
        for (const size_greater_than of [null, 0, 5]) {
          for (const size_less_than of [null, 10]) {
            const value = {
              rules: [
                rule({ id: "a", expiration: { days: 1 }, filter: { prefix, tags, size_greater_than, size_less_than } })
              ]
            }
            const text = lifecycle.express(value, null)
            assert.deepStrictEqual(lifecycle.understand(text), { value })
            assert.strictEqual(
              /<And>/.test(text ?? ""),
              [prefix !== "", ...tags.map(() => true), size_greater_than !== null, size_less_than !== null].filter(
                Boolean
              ).length > 1
            )
            assert.deepStrictEqual(lifecycle.understand(lifecycle.express(value, recorded.replaceAll("r2", "a"))), {
              value
            })
          }
        }
      }
    }
  })

  it("says the same in another order, with ids that the gateway made", () => {
    const meaning = (rules: ReadonlyArray<LifecycleRule>) => JSON.stringify(lifecycle.meaning?.({ rules }))
    const [one, two] = [rule({ id: null, expiration: { days: 1 } }), rule({ id: "b", expiration: { days: 2 } })]
    assert.strictEqual(
      meaning([one, two]),
      meaning([two, { ...one, id: "pks6onvmrk1k4q5b2w3ourjgryn9y4orwwh4mlxa6vggl355" }])
    )
    assert.notStrictEqual(meaning([one, two]), meaning([two, { ...one, id: "mine" }]))
  })
})

describe("lifecycle rules that are refused", () => {
  const faults = (...rules: ReadonlyArray<LifecycleRule>) =>
    lifecycle.faults({ rules }, place, null).map(({ path }) => path.join("."))
  it("names what is wrong with a path", () => {
    const good = rule({ expiration: { days: 1 } })
    assert.deepStrictEqual(faults(good), [])
    assert.deepStrictEqual(faults(), ["rules"])
    assert.deepStrictEqual(faults(good, good), ["rules.1.id"])
    assert.deepStrictEqual(faults(rule()), ["rules.0"])
    assert.deepStrictEqual(faults(rule({ expiration: { days: 0 } })), ["rules.0.expiration.days"])
    for (const date of ["2030-02-30", "2030-01-01T12:00:00Z", "soon", "2030-1-1"]) {
      assert.deepStrictEqual(faults(rule({ expiration: { date } })), ["rules.0.expiration.date"])
    }
    const tags = [{ key: "a", value: "1" }]
    const tagged = { prefix: "", tags, size_greater_than: null, size_less_than: null }
    assert.deepStrictEqual(faults(rule({ expiration: { expired_object_delete_marker: true }, filter: tagged })), [
      "rules.0.expiration"
    ])
    assert.deepStrictEqual(faults(rule({ abort_multipart: { days: 1 }, filter: tagged })), ["rules.0.abort_multipart"])
    assert.deepStrictEqual(faults(rule({ expiration: { days: 1 }, filter: { ...tagged, tags: [...tags, ...tags] } })), [
      "rules.0.filter.tags.1.key"
    ])
    assert.deepStrictEqual(
      faults(
        rule({ expiration: { days: 1 }, filter: { ...tagged, tags: [], size_greater_than: 9, size_less_than: 9 } })
      ),
      ["rules.0.filter.size_less_than"]
    )
    assert.deepStrictEqual(faults(rule({ expiration: { days: 1 }, prefix: "a\u0001" })), ["rules.0.filter.prefix"])
    assert.deepStrictEqual(
      faults(
        rule({
          expiration: { date: "2030-01-01" },
          transitions: [
            { days: 3, storage_class: "COLD" },
            { days: 5, storage_class: "COLD" }
          ]
        })
      ),
      ["rules.0.transitions.1.storage_class", "rules.0.transitions"]
    )
    assert.deepStrictEqual(faults(...Array.from({ length: 1_001 }, (_, index) => ({ ...good, id: `r${index}` }))), [
      "rules"
    ])
  })
  it("refuses text that nothing can keep", () => {
    const accepts = Schema.is(Lifecycle)
    assert.isTrue(accepts({ rules: [rule({ prefix: "..%zz" })] }))
    assert.isFalse(accepts({ rules: [rule({ prefix: "a\0" })] }))
    assert.isFalse(accepts({ rules: [rule({ prefix: "\ud800" })] }))
    assert.isFalse(accepts({ rules: [{ ...rule(), expiration: {} }] }))
  })
})

describe("lifecycle rules in words", () => {
  it("says a rule in sentences", () => {
    assert.deepStrictEqual(ruleSentences(rule({ prefix: "tmp/", expiration: { days: 7 } })), [
      "Objects under tmp/ are deleted 7 days after they were written"
    ])
    assert.deepStrictEqual(
      ruleSentences(rule({ noncurrent_expiration: { days: 1, newer_versions: 3 }, abort_multipart: { days: 2 } })),
      [
        "Old versions are deleted 1 day after they were replaced, the newest 3 always kept",
        "Unfinished uploads are removed 2 days after they began"
      ]
    )
  })
  it("finds rules that meet, and which wins", () => {
    const one = rule({ id: "all", expiration: { days: 30 } })
    const said = (other: LifecycleRule) => overlaps([one, other]).map(({ message }) => message)
    assert.deepStrictEqual(said(rule({ id: "tmp", prefix: "tmp/", expiration: { days: 7 } })), [
      "“all” and “tmp” both delete objects under tmp/: the shorter time wins, 7 days of “tmp”"
    ])
    assert.deepStrictEqual(said(rule({ id: "tmp", enabled: false, expiration: { days: 7 } })), [])
    assert.deepStrictEqual(said(rule({ id: "cold", transitions: [{ days: 60, storage_class: "COLD" }] })), [
      "“all” deletes objects after 30 days: “cold” never moves them to COLD"
    ])
    const small = { prefix: "", tags: [], size_greater_than: null, size_less_than: 10 }
    assert.deepStrictEqual(
      overlaps([
        { ...one, filter: { ...small, size_less_than: null, size_greater_than: 9 } },
        { ...one, filter: small }
      ]),
      []
    )
  })
  it("stays quick and short for a thousand rules that all meet", () => {
    const many = Array.from({ length: 1_000 }, (_, index) =>
      rule({ id: `r${index}`, prefix: "a".repeat(index % 50), expiration: { days: index + 1 } })
    )
    assert.isBelow(lifecycle.warnings({ rules: many }, place).length, 200)
    assert.deepStrictEqual(lifecycle.faults({ rules: many }, place, null), [])
    assert.deepStrictEqual(lifecycle.understand(lifecycle.express({ rules: many }, null)), { value: { rules: many } })
  })
})
