import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { accessFindings, type Identity, type IdentityStep, removalSteps, accessSteps } from "#domain/iam/accessSteps.ts"
import { accessStates, nextState, orderedNames, retryAfter } from "#domain/iam/accessState.ts"

const Names = Schema.Array(Schema.Literals(["devs", "ops", "read", "write"])).check(Schema.isMaxLength(4))
const Policies = Schema.Array(
  Schema.Struct({
    name: Schema.Literals(["own", "more", "else"]),
    document: Schema.Literals([`{"a":1,"b":[2]}`, `{ "b": [2], "a": 1 }`, `{"a":2}`])
  })
).check(Schema.isMaxLength(3))
const Wanted = Schema.Struct({ groups: Names, managed_policies: Names, inline_policies: Policies })
const Found = Schema.NullOr(
  Schema.Struct({
    ...Wanted.fields,
    keys: Schema.Array(
      Schema.Struct({ access_key: Schema.Literals(["K1", "K2", "K3", "K4"]), active: Schema.Boolean })
    ).check(Schema.isMaxLength(4))
  })
)
const Stored = Schema.NullOr(Schema.Literals(["K1", "K2", "K9"]))
const Cut = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 }))

const once = <A>(values: ReadonlyArray<A>, nameOf: (value: A) => string): ReadonlyArray<A> => [
  ...new Map(values.map((value) => [nameOf(value), value])).values()
]
const asWanted = (one: typeof Wanted.Type) => ({
  groups: orderedNames(one.groups),
  managed_policies: orderedNames(one.managed_policies),
  inline_policies: once(one.inline_policies, ({ name }) => name)
})
const asFound = (one: typeof Found.Type): Identity | null =>
  one === null ? null : { ...asWanted(one), keys: once(one.keys, (key) => key.access_key) }

let made = 0
const done = (now: Identity | null, step: IdentityStep): Identity | null => {
  if (step._tag === "CreateUser") return { keys: [], groups: [], managed_policies: [], inline_policies: [] }
  assert.isNotNull(now, `${step._tag} of nobody`)
  const user = now!
  switch (step._tag) {
    case "PutInline":
      return {
        ...user,
        inline_policies: [
          ...user.inline_policies.filter(({ name }) => name !== step.name),
          { name: step.name, document: step.document }
        ]
      }
    case "DeleteInline":
      return { ...user, inline_policies: user.inline_policies.filter(({ name }) => name !== step.name) }
    case "Attach":
      return { ...user, managed_policies: [...user.managed_policies, step.arn] }
    case "Detach":
      return { ...user, managed_policies: user.managed_policies.filter((arn) => arn !== step.arn) }
    case "Join":
      return { ...user, groups: [...user.groups, step.group] }
    case "Leave":
      return { ...user, groups: user.groups.filter((group) => group !== step.group) }
    case "DeleteKey":
      return { ...user, keys: user.keys.filter((key) => key.access_key !== step.accessKey) }
    case "SetKeyState":
      return {
        ...user,
        keys: user.keys.map((key) => (key.access_key === step.accessKey ? { ...key, active: step.active } : key))
      }
    case "MakeKey":
      assert.isBelow(user.keys.length, 4, "I7: four keys at most")
      return { ...user, keys: [...user.keys, { access_key: `M${++made}`, active: true }] }
    case "DeleteUser":
      assert.deepStrictEqual(
        user,
        { keys: [], groups: [], managed_policies: [], inline_policies: [] },
        "I8: children are in the way"
      )
      return null
  }
}
const after = (found: Identity | null, steps: ReadonlyArray<IdentityStep>) => steps.reduce<Identity | null>(done, found)
const keyAfter = (before: string | null, found: Identity | null, steps: ReadonlyArray<IdentityStep>) =>
  steps.some(({ _tag }) => _tag === "MakeKey") ? (found?.keys.at(-1)?.access_key ?? null) : before

describe("the steps of a private access", () => {
  it.prop(
    "lead to what is wanted from whatever is there, and are none then",
    { wanted: Wanted, key: Stored, found: Found },
    ({ found, key, wanted }) => {
      const want = asWanted(wanted)
      const steps = accessSteps(want, key, asFound(found))
      const now = after(asFound(found), steps)
      const used = keyAfter(key, now, steps)
      assert.deepStrictEqual(accessSteps(want, used, now), [])
      assert.deepStrictEqual(now!.keys, [{ access_key: used!, active: true }])
    }
  )

  it.prop(
    "keep the keys that a person made in the state that they gave them",
    { wanted: Wanted, key: Stored, found: Found, active: Schema.Boolean },
    ({ active, found, key, wanted }) => {
      const want = { ...asWanted(wanted), user_keys: [{ access_key: "K3", active }] }
      const before = asFound(found)
      const steps = accessSteps(want, key, before)
      const now = after(before, steps)
      const used = keyAfter(key, now, steps)
      assert.deepStrictEqual(accessSteps(want, used, now), [])
      const there = before?.keys.some(({ access_key }) => access_key === "K3") === true
      assert.deepStrictEqual(
        now!.keys.filter(({ access_key }) => access_key !== used),
        there ? [{ access_key: "K3", active }] : []
      )
    }
  )

  it.prop(
    "lead there from wherever a process died, even when its new key was told to nobody",
    { wanted: Wanted, key: Stored, found: Found, cut: Cut },
    ({ cut, found, key, wanted }) => {
      const want = asWanted(wanted)
      const half = after(asFound(found), accessSteps(want, key, asFound(found)).slice(0, cut))
      const rest = accessSteps(want, key, half)
      const now = after(half, rest)
      assert.deepStrictEqual(accessSteps(want, keyAfter(key, now, rest), now), [])
    }
  )

  it.prop("leave nothing, from wherever they are begun again", { found: Found, cut: Cut }, ({ cut, found }) => {
    const half = after(asFound(found), removalSteps(asFound(found)).slice(0, cut))
    assert.isNull(after(half, removalSteps(half)))
    assert.deepStrictEqual(removalSteps(null), [])
  })

  it.prop(
    "take away before they give, and tell what differs",
    { wanted: Wanted, key: Stored, found: Found },
    ({ found, key, wanted }) => {
      const want = asWanted(wanted)
      const tags = accessSteps(want, key, asFound(found)).map(({ _tag }) => _tag)
      const taking = tags.map((tag) => ["Leave", "Detach", "DeleteInline"].includes(tag)).lastIndexOf(true)
      const giving = tags.findIndex((tag) => ["PutInline", "Attach", "Join"].includes(tag))
      assert.isTrue(giving < 0 || taking < giving, tags.join())
      assert.strictEqual(accessFindings(want, key, asFound(found)).length === 0, tags.length === 0)
    }
  )
})

describe("the states of a private access", () => {
  it.prop(
    "what is to go never comes back, and only the gateway's word ends it",
    {
      from: Schema.Literals(accessStates),
      events: Schema.Array(Schema.Literals(["confirmed", "refused", "wanted", "ended"]))
    },
    ({ events, from }) => {
      let state: ReturnType<typeof nextState> = from
      let ending = from === "cleanup_pending"
      for (const event of events) {
        if (state === "gone") return
        const next = nextState(state, event)
        if (ending) assert.strictEqual(next, event === "confirmed" ? "gone" : "cleanup_pending")
        else assert.notStrictEqual(next, "gone")
        if (next === "failed") assert.include(["provisioning", "failed"], state, "failed comes from provisioning")
        if (next === "active") assert.isTrue(event === "confirmed" || state === "active")
        ending ||= event === "ended"
        state = next
      }
    }
  )

  it("is tried again for ever, a minute later at first and every hour in the end", () => {
    assert.deepStrictEqual(
      [0, 1, 2, 3, 7, 8, 200].map(retryAfter),
      [60_000, 60_000, 120_000, 240_000, 3_600_000, 3_600_000, 3_600_000]
    )
  })

  it("names are ordered, once each, and say something", () => {
    assert.deepStrictEqual(orderedNames(["b", "", "a"], ["a", "c", "b"]), ["b", "a", "c"])
  })
})
