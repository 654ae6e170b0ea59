import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { formatContextId, parseContextId } from "../../services/domain/accounts/contexts/ContextId.ts"
import {
  canonicalContextId,
  type ContextStateInput,
  requestedContextId,
  contextStateOf
} from "../../frontend/src/lib/context-state.ts"
import { findContexts, MAX_LISTED_CONTEXTS } from "../../frontend/src/lib/context-search.ts"
import {
  addressInContext,
  type ExecutionContext,
  readRecentContexts
} from "../../frontend/src/lib/execution-contexts.ts"

const context = (id: string, more: Partial<ExecutionContext> = {}): ExecutionContext => ({
  kind: "account",
  id,
  name: `account ${id}`,
  endpoint_id: 1,
  endpoint_name: "north",
  endpoint_url: "http://north",
  endpoint_is_default: false,
  endpoint_is_sandbox: false,
  capabilities: { can_manage_buckets: true, can_manage_iam: true, can_browse_objects: true, has_admin_ops: true },
  tags: [],
  expires_at: null,
  unusable_reason: null,
  ...more
})
const LIST = [context("1"), context("7", { endpoint_is_default: true }), context("s3u-3"), context("conn-8")]
const here: ContextStateInput = {
  mayEnter: true,
  list: LIST,
  failed: false,
  requested: [],
  unsettled: null,
  recent: []
}
const readyOf = (of: Partial<ContextStateInput>) => {
  const standing = contextStateOf({ ...here, ...of })
  return standing.status === "ready" ? standing.current.id : standing.status
}

const Id = Schema.Union([
  Schema.String,
  Schema.Literals([
    "1",
    "007",
    "7",
    "-1",
    "0",
    "null",
    "conn-8",
    "conn-08",
    "s3u-3",
    "s3u--3",
    "12",
    "cluster-1",
    "__proto__",
    "constructor",
    "%zz",
    "\0",
    " 7",
    "7 ",
    "1e3",
    "٧",
    "99999999999999999999"
  ])
])

describe("the form of a context id", () => {
  it.prop("is read as the service reads it", { text: Id }, ({ text }) => {
    assert.strictEqual(canonicalContextId(text), Option.getOrNull(Option.map(parseContextId(text), formatContextId)))
  })

  it("is canonical without leading zeros", () => {
    assert.strictEqual(canonicalContextId("0012"), "12")
    assert.strictEqual(canonicalContextId("conn-008"), "conn-8")
    for (const garbage of [
      "",
      "-1",
      "0",
      "000",
      "null",
      "12\n",
      "+1",
      "0x1",
      "cluster-3",
      "1,2",
      "__proto__",
      "constructor",
      "x".repeat(20_000)
    ])
      assert.isNull(canonicalContextId(garbage), garbage.slice(0, 20))
  })
})

describe("how it stands with the context", () => {
  it("waits for who is signed in and for the list, and tells a failure from it", () => {
    assert.deepStrictEqual(contextStateOf({ ...here, mayEnter: null }), { status: "loading" })
    assert.deepStrictEqual(contextStateOf({ ...here, list: null }), { status: "loading" })
    assert.deepStrictEqual(contextStateOf({ ...here, list: null, failed: true }), { status: "failed" })
  })

  it("is forbidden in a closed workspace, and none without a context, whatever the address says", () => {
    for (const asked of [[], ["7"], ["-1"]]) {
      assert.deepStrictEqual(contextStateOf({ ...here, requested: asked, mayEnter: false }), { status: "forbidden" })
      assert.deepStrictEqual(contextStateOf({ ...here, requested: asked, list: [] }), { status: "none" })
    }
  })

  it("begins with the one used last that is still there, else that of the default endpoint, else the first", () => {
    assert.strictEqual(readyOf({ recent: ["99", "s3u-3", "1"] }), "s3u-3")
    assert.strictEqual(readyOf({ recent: ["99"] }), "7")
    assert.strictEqual(readyOf({ list: [context("5"), context("6")] }), "5")
  })

  it("is the one that the address names, in any spelling", () => {
    for (const asked of ["7", "007", "0000000007"])
      assert.strictEqual(readyOf({ requested: [asked], recent: ["1"] }), "7")
    assert.strictEqual(readyOf({ requested: ["conn-0008"] }), "conn-8")
    assert.strictEqual(readyOf({ requested: ["7", "07"] }), "7")
    assert.strictEqual(readyOf({ list: [context("s3-session")], requested: ["s3-session"] }), "s3-session")
  })

  it("says what the address names and is not there, with the reason", () => {
    assert.deepStrictEqual(contextStateOf({ ...here, requested: ["12"] }), {
      status: "unknown",
      requested: "12",
      why: "gone"
    })
    for (const asked of ["-1", "", "constructor", "__proto__", "cluster-1"])
      assert.deepStrictEqual(contextStateOf({ ...here, requested: [asked] }), {
        status: "unknown",
        requested: asked,
        why: "shape"
      })
    assert.deepStrictEqual(contextStateOf({ ...here, requested: ["1", "7"] }), {
      status: "unknown",
      requested: "1, 7",
      why: "several"
    })
  })

  it("stays unknown on pages whose address names none, until another is named or it appears", () => {
    assert.deepStrictEqual(contextStateOf({ ...here, unsettled: "12", recent: ["7"] }), {
      status: "unknown",
      requested: "12",
      why: "gone"
    })
    assert.strictEqual(readyOf({ unsettled: "12", requested: ["1"] }), "1")
    assert.strictEqual(readyOf({ unsettled: "12", list: [...LIST, context("12")] }), "12")
  })

  it.prop(
    "never acts as anybody whom the address does not name, nor as one who is not in the list",
    {
      asked: Schema.Array(Id),
      recent: Schema.Array(Id),
      unsettled: Schema.NullOr(Id),
      mayEnter: Schema.NullOr(Schema.Boolean),
      failed: Schema.Boolean,
      listed: Schema.NullOr(Schema.Array(Schema.Literals(["1", "7", "s3u-3"])))
    },
    ({ asked, failed, listed, mayEnter, recent, unsettled }) => {
      const list = listed === null ? null : listed.map((id) => context(id))
      const standing = contextStateOf({ requested: asked, failed, list, mayEnter, recent, unsettled })
      if (standing.status !== "ready") return
      assert.isTrue(mayEnter === true && list !== null && list.some(({ id }) => id === standing.current.id))
      for (const text of asked) assert.strictEqual(canonicalContextId(text) ?? text, standing.current.id)
      if (asked.length === 0 && unsettled !== null)
        assert.strictEqual(canonicalContextId(unsettled) ?? unsettled, standing.current.id)
      assert.deepStrictEqual(
        contextStateOf({
          requested: [requestedContextId(standing) ?? ""],
          failed,
          list,
          mayEnter,
          recent: [],
          unsettled: null
        }),
        standing
      )
    }
  )

  it("lets the address say the canonical id, or what was asked for in vain", () => {
    assert.strictEqual(requestedContextId(contextStateOf({ ...here, requested: ["007"] })), "7")
    assert.strictEqual(requestedContextId(contextStateOf({ ...here, unsettled: "12" })), "12")
    assert.isNull(requestedContextId(contextStateOf({ ...here, list: [] })))
    assert.isNull(requestedContextId(contextStateOf({ ...here, requested: ["1", "7"] })))
  })
})

describe("choosing a context", () => {
  const many = Array.from({ length: 5_000 }, (_, number) =>
    context(String(number + 1), { name: `tenant ${number}`, endpoint_name: number % 2 === 0 ? "north" : "south" })
  )

  it("groups by endpoint, with those used lately first where there are many", () => {
    const { groups } = findContexts(
      [
        context("1", { endpoint_name: "b" }),
        context("2", { endpoint_name: "a" }),
        context("3", { endpoint_name: "b" })
      ],
      ["3"],
      ""
    )
    assert.deepStrictEqual(
      groups.map(({ contexts, title }) => [title, contexts.map(({ id }) => id)]),
      [
        ["b", ["1", "3"]],
        ["a", ["2"]]
      ]
    )
    const lately = findContexts(many, ["4000", "constructor", "17"], "").groups[0]
    assert.deepStrictEqual([lately?.title, lately?.contexts.map(({ id }) => id)], ["Recent", ["4000", "17"]])
  })

  it("lists no more than can be looked through, counts them all, and finds each by every word that was typed", () => {
    const all = findContexts(many, [], "")
    assert.strictEqual(
      all.groups.reduce((sum, group) => sum + group.contexts.length, 0),
      MAX_LISTED_CONTEXTS
    )
    assert.strictEqual(all.matching, 5_000)
    assert.deepStrictEqual(
      findContexts(many, ["1"], "SOUTH tenant 4999").groups.map(({ contexts }) => contexts.map(({ id }) => id)),
      [["5000"]]
    )
    assert.strictEqual(findContexts(many, [], "nothing like it").matching, 0)
    assert.strictEqual(findContexts(many, [], ".*").matching, 0)
  })

  it("leads to the page as it begins: from within a bucket to the buckets", () => {
    assert.strictEqual(addressInContext("/manager/buckets/logs/objects", "s3u-3"), "/manager/buckets?context_id=s3u-3")
    assert.strictEqual(addressInContext("/manager/usage", "7"), "/manager/usage?context_id=7")
    assert.strictEqual(addressInContext("/browser", "a&b"), "/browser?context_id=a%26b")
  })

  it("takes of what a browser kept only texts", () => {
    for (const kept of [null, "", "{", "null", '{"length":3}', "12", "[{}, 5, null]"])
      assert.deepStrictEqual(readRecentContexts(kept), [], String(kept))
    assert.deepStrictEqual(readRecentContexts('["1", 2, "__proto__"]'), ["1", "__proto__"])
  })
})
