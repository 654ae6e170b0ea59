import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  type DriftKind,
  driftDifferences,
  driftKinds,
  driftRepairs,
  repairedKinds,
  type ObservedState,
  type StoredSubject
} from "#domain/accounts/Drift.ts"

const Keys = Schema.Literals(["active", "inactive", "absent"])
const User = Schema.Struct({
  there: Schema.Boolean,
  in: Schema.Literals(["its account", "another account", "none"]),
  root: Schema.Boolean,
  suspended: Schema.Boolean,
  key: Keys,
  others: Schema.Array(Schema.Literals(["OTHER1", "OTHER2"])),
  renamed: Schema.Boolean,
  suspendedHere: Schema.Boolean
})
const World = Schema.Struct({
  kind: Schema.Literals(["account", "s3_user"]),
  account: Schema.Struct({ there: Schema.Boolean, renamed: Schema.Boolean }),
  user: User
})
type World = typeof World.Type

const [account, key] = ["RGW00000000000000001", "STORED"]

const storedIn = ({ kind, user: { suspendedHere } }: World): StoredSubject => ({
  kind,
  external_id: kind === "account" ? account : "backup",
  uid: kind === "account" ? `${account}-root` : "backup",
  access_key: key,
  gateway_name: "Agreed",
  suspended: suspendedHere
})

const seenIn = ({ account: { renamed, there }, kind, user }: World): ObservedState => ({
  account: kind === "account" && there ? { name: renamed ? "Other name" : "Agreed" } : null,
  user: !user.there
    ? null
    : {
        display_name: user.renamed ? "Other name" : "Agreed",
        suspended: user.suspended,
        is_account_root: user.root,
        account_id: user.in === "none" ? null : user.in === "its account" ? account : "RGW99999999999999999",
        access_keys: [...user.others, ...(user.key === "active" ? [key] : [])],
        inactive_keys: user.key === "inactive" ? [key] : []
      }
})

const rules: Readonly<Record<DriftKind, (world: World) => boolean>> = {
  missing: ({ account, kind, user }) => (kind === "account" ? !account.there : !user.there),
  root_missing: ({ account, kind, user }) => kind === "account" && account.there && !user.there,
  moved: (world) =>
    asked(world) &&
    (world.kind === "account" ? !(world.user.in === "its account" && world.user.root) : world.user.in !== "none"),
  suspended: (world) => asked(world) && world.user.suspended && !world.user.suspendedHere,
  enabled: (world) => asked(world) && !world.user.suspended && world.user.suspendedHere,
  key_missing: (world) => asked(world) && world.user.key === "absent",
  key_inactive: (world) => asked(world) && world.user.key === "inactive",
  renamed: ({ account, kind, user }) =>
    kind === "account" ? account.there && account.renamed : user.there && user.renamed
}
const asked = ({ account, kind, user }: World) => user.there && (kind === "s3_user" || account.there)

describe("what differs between a registration and its gateway", () => {
  it.prop(
    "is what each rule says, once each, in one order",
    [World],
    ([world]) => {
      const found = driftDifferences(storedIn(world), seenIn(world)).map(({ kind }) => kind)
      assert.deepStrictEqual(
        found,
        driftKinds.filter((kind) => rules[kind](world))
      )
    },
    { arbitrary: { runs: 2_000 } }
  )

  it.prop("each is told with both sides, which are not the same, and without secrets", [World], ([world]) => {
    for (const { here, there } of driftDifferences(storedIn(world), seenIn(world))) {
      assert.notStrictEqual(here, there)
      assert.isAbove(Math.min(here.length, there.length), 0)
    }
  })

  it("an account and a user as they were registered differ in nothing", () => {
    const user = {
      there: true,
      in: "its account",
      root: true,
      suspended: false,
      key: "active",
      others: [],
      renamed: true,
      suspendedHere: false
    } as const
    assert.deepStrictEqual(
      driftDifferences(...both({ kind: "account", account: { there: true, renamed: false }, user })),
      [],
      "the root user's own name is nobody's business"
    )
    assert.deepStrictEqual(
      driftDifferences(
        ...both({
          kind: "s3_user",
          account: { there: false, renamed: false },
          user: { ...user, in: "none", root: false, renamed: false }
        })
      ),
      []
    )
  })

  it("what is only called differently here is no difference, and neither is a key that others hold", () => {
    const stored: StoredSubject = {
      kind: "s3_user",
      external_id: "b",
      uid: "b",
      access_key: key,
      gateway_name: "On the gateway",
      suspended: false
    }
    const user = {
      display_name: "On the gateway",
      suspended: false,
      account_id: null,
      is_account_root: false,
      access_keys: ["A", key],
      inactive_keys: ["B"]
    }
    assert.deepStrictEqual(driftDifferences(stored, { account: null, user }), [])
  })

  it("every repair mends something, and names are mended in two ways", () => {
    assert.deepStrictEqual(
      [...driftRepairs].filter((repair) => repairedKinds[repair].length === 0),
      []
    )
    assert.deepStrictEqual(
      driftKinds.filter((kind) => !driftRepairs.some((repair) => repairedKinds[repair].includes(kind))),
      ["moved", "suspended", "enabled"]
    )
  })
})

function both(world: World) {
  return [storedIn(world), seenIn(world)] as const
}
