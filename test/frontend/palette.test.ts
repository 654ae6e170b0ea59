import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { afterEach, beforeEach, vi } from "vitest"
import { localGroups, type Surroundings } from "../../frontend/src/components/palette/commands.ts"
import type { Hit } from "../../frontend/src/components/palette/hits.ts"
import { foldText, ranked, score } from "../../frontend/src/components/palette/matching.ts"
import {
  EMPTY_VIEW,
  Palette,
  SEARCH_DELAY_MS,
  searchText,
  type View
} from "../../frontend/src/components/palette/palette.ts"
import { type PaletteResults, searchPhrase, type SearchSource } from "../../frontend/src/components/palette/sources.ts"
import { ProblemError } from "../../frontend/src/client/problem-error.ts"
import { readRecents, withRecent } from "../../frontend/src/lib/recents.ts"

const session = (workspaces: ReadonlyArray<string>, role = "ui_superadmin") =>
  ({
    authenticated: true,
    kind: "user",
    user: { id: 1, role },
    workspaces,
    manager_tools: {
      bucket_compare: true,
      bucket_migration: true,
      feature_rules: true,
      usage_stats: true,
      private_access: true
    }
  }) as never
const around: Surroundings = {
  session: session(["manager", "browser", "admin"]),
  path: "/manager/buckets",
  contexts: [],
  current: null
}
const labels = (typed: string, who: Surroundings = around) =>
  localGroups(who, typed).flatMap(({ hits }) => hits.map(({ label }) => label))

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value)
  })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe("what fits a text", () => {
  it("has every word of it, whatever their order, case and accents", () => {
    assert.isAbove(score("endpoint storage", "Storage endpoints"), 0)
    assert.isAbove(score("CAFE", "Büro café"), 0)
    assert.isAbove(score("büro", "buro"), 0)
    assert.isAbove(score("stendp", "Storage endpoints"), 0)
    assert.isAbove(score("sample-doc", "sample.documents"), 0)
    assert.strictEqual(score("storage users", "Storage endpoints"), 0)
    assert.strictEqual(score("xyz", "Buckets"), 0)
    assert.isAbove(score("日本", "日本語のバケット"), 0)
  })
  it("begins with it rather than holds it", () => {
    assert.deepStrictEqual(ranked("logs", ["catalogs", "web logs", "logs", "logs 2026"], String), [
      "logs",
      "logs 2026",
      "web logs",
      "catalogs"
    ])
  })
  it.prop(
    "finds each text by itself, and never throws",
    { typed: Schema.String, text: Schema.String },
    ({ text, typed }) => {
      assert.isAtLeast(score(typed, text), 0)
      if (text.trim() !== "") assert.isAbove(score(text, text), 0)
      assert.strictEqual(foldText(foldText(text)), foldText(text))
    }
  )
  it("is found among 20,000 names, also by what looks for trouble", () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `bucket-${at} of a team ${"a".repeat(40)}`)
    assert.strictEqual(ranked("team 19999", names, String)[0]?.startsWith("bucket-19999"), true)
    assert.deepStrictEqual(ranked(`${"a".repeat(60)}b`, names, String), [])
  })
})

describe("what is known at once", () => {
  it("is what the person may open: pages, what can be begun, themes", () => {
    assert.include(labels("create"), "Create bucket…")
    assert.include(labels("import"), "Import RGW user…")
    assert.include(labels("dark"), "Dark theme")
    assert.include(labels("sign out"), "Sign out")
    const user = { ...around, session: session(["manager", "browser"], "ui_user") }
    assert.notInclude(labels("import", user), "Import RGW user…")
    assert.deepStrictEqual(labels("storage endpoints", user), [])
    assert.notInclude(
      labels("create", { ...around, session: session(["manager", "browser", "admin"], "ui_admin") }),
      "Create API token…"
    )
  })
  it("leaves out the context that one is in", () => {
    const context = (id: string, name: string) => ({ id, name, kind: "account", endpoint_name: "north" }) as never
    const contexts = [context("1", "zoox"), context("2", "zoox two")]
    assert.deepStrictEqual(labels("zoox", { ...around, contexts, current: contexts[0] ?? null }), ["zoox two"])
  })
})

describe("what is remembered", () => {
  const place = (id: string) => ({ id, label: id, hint: "", icon: "database" as const, href: `/manager/buckets/${id}` })
  it("is the latest first, once each, eight at most", () => {
    const many = Array.from({ length: 12 }, (_, at) => place(`b${at}`)).reduce<ReturnType<typeof readRecents>>(
      (kept, each) => withRecent(kept, each),
      []
    )
    assert.deepStrictEqual(
      withRecent(many, place("b9")).map(({ id }) => id),
      ["b9", "b11", "b10", "b8", "b7", "b6", "b5", "b4"]
    )
  })
  it("is only what reads as a place of this console", () => {
    for (const text of [
      null,
      "",
      "{",
      "null",
      "7",
      "[null, 7, {}]",
      JSON.stringify([
        { ...place("x"), href: "https://evil.example" },
        { ...place("x"), href: "//evil.example" },
        { ...place("x"), href: "/\\evil.example" },
        { ...place("x"), label: 7 }
      ])
    ]) {
      assert.deepStrictEqual(readRecents(text), [], String(text))
    }
    assert.deepStrictEqual(readRecents(JSON.stringify([place("x")])), [place("x")])
  })
})

describe("what is asked", () => {
  it("is a phrase that a search field takes", () => {
    assert.strictEqual(searchText("  a\u0000b\u202e\ud800 "), "a b \ufffd")
    assert.strictEqual(searchText("x".repeat(400)).length, 100)
    assert.strictEqual(searchPhrase("logs"), "logs")
    assert.strictEqual(searchPhrase("acme logs", "acme · north"), "logs")
    assert.strictEqual(searchPhrase("production logs"), "production")
  })
})

const open = (options: { readonly prepare?: () => Promise<void> } = {}) => {
  const asked: Array<{
    readonly typed: string
    readonly signal: AbortSignal
    readonly answer: (...names: ReadonlyArray<string>) => Promise<void>
    readonly fail: (status: number) => Promise<void>
  }> = []
  const ran: Array<string> = []
  let view: View = EMPTY_VIEW
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const hit = (name: string): Hit => ({
    id: `bucket:${name}`,
    label: name,
    hint: "",
    icon: "database",
    does: { go: `/${name}` }
  })
  const source: SearchSource = {
    name: "Buckets",
    may: () => true,
    ask: (typed, _around, signal) =>
      new Promise<PaletteResults>((resolve, reject) => {
        asked.push({
          typed,
          signal,
          answer: async (...names) => {
            resolve({ hits: names.map(hit) })
            await settle()
          },
          fail: async (status) => {
            reject(new ProblemError({ status, code: "x", title: "", detail: `answered ${status}` }))
            await settle()
          }
        })
      })
  }
  const palette = new Palette({
    sources: [source],
    around: () => around,
    prepare: options.prepare ?? (async () => undefined),
    show: (next) => {
      view = next
    },
    run: ({ label }) => {
      ran.push(label)
    }
  })
  const type = async (...texts: ReadonlyArray<string>) => {
    for (const text of texts) palette.type(text)
    await vi.advanceTimersByTimeAsync(SEARCH_DELAY_MS)
  }
  palette.begin("")
  return { palette, asked, ran, type, settle, view: () => view, names: () => view.hits.map(({ label }) => label) }
}

describe("a palette", () => {
  it("asks once for letters that come together, and for none of what is too short", async () => {
    const { asked, type } = open()
    await type("z", "zq", "zqx", "zqxw")
    assert.deepStrictEqual(
      asked.map(({ typed }) => typed),
      ["zqxw"]
    )
    await type("z")
    assert.strictEqual(asked.length, 1)
    assert.isTrue(asked[0]?.signal.aborted)
  })

  it("drops an answer to another text, and keeps what still fits until its successor comes", async () => {
    const { asked, names, type, view } = open()
    await type("zq")
    await asked[0]?.answer("zq-one", "zq-two")
    assert.deepStrictEqual(names(), ["zq-one", "zq-two"])
    await type("zq-t")
    assert.deepStrictEqual(names(), ["zq-two"])
    await type("zq-tw")
    await asked[1]?.answer("stale")
    assert.deepStrictEqual(names(), ["zq-two"])
    await asked[2]?.answer("zq-two", "zq-twelve")
    assert.deepStrictEqual([names(), view().searching], [["zq-two", "zq-twelve"], false])
  })

  it("runs what fits the text of this moment, not the list of the last one", async () => {
    const { asked, palette, ran, type } = open()
    await type("zq")
    await asked[0]?.answer("zq-one", "zq-two")
    palette.enter("zq-two", false)
    assert.deepStrictEqual(ran, ["zq-two"])
    palette.enter("dark theme", false)
    assert.deepStrictEqual(ran, ["zq-two", "Dark theme"])
  })

  it("holds Enter until something comes for the same text, and forgets it when another is typed", async () => {
    const { asked, palette, ran, type } = open()
    palette.type("zqx")
    palette.enter("zqx", false)
    assert.deepStrictEqual(ran, [])
    await type()
    await asked[0]?.answer("zqx-1")
    assert.deepStrictEqual(ran, ["zqx-1"])
    palette.type("zqy")
    palette.enter("zqy", false)
    await type("zqyy")
    await asked.at(-1)?.answer("zqyy-1")
    assert.deepStrictEqual(ran, ["zqx-1"])
  })

  it("says what could not be searched, keeps what is known, and tries again", async () => {
    const { asked, names, palette, type, view } = open()
    await type("bucket")
    const local = names()
    assert.isAbove(local.length, 0)
    await asked[0]?.fail(500)
    assert.deepStrictEqual(view().failed, { names: ["Buckets"], message: "answered 500" })
    assert.deepStrictEqual([names(), view().searching], [local, false])
    palette.tryAgain()
    await type()
    assert.isNull(view().failed)
    await asked[1]?.answer("bucket-1")
    assert.include(names(), "bucket-1")
  })

  it("survives what cannot be prepared, being closed and opened in between, and answers that come after", async () => {
    let broken = true
    const { asked, names, palette, type, view } = open({
      prepare: async () => {
        if (broken) throw new ProblemError({ status: 401, code: "unauthenticated", title: "", detail: "signed out" })
      }
    })
    await type("zqx")
    assert.deepStrictEqual([asked.length, view().failed?.message], [0, "signed out"])
    broken = false
    palette.tryAgain()
    await type()
    palette.end()
    palette.begin("zqy")
    await asked[0]?.answer("zqx-1")
    await type()
    assert.deepStrictEqual(names(), [])
    await asked.at(-1)?.answer("zqy-1")
    assert.deepStrictEqual(names(), ["zqy-1"])
    palette.end()
    assert.strictEqual(view(), EMPTY_VIEW)
  })

  it("moves over all groups and round at the ends, and keeps to what was moved to while more comes", async () => {
    const { asked, palette, type, view } = open()
    await type("bucket")
    const { hits } = view()
    palette.move(-1)
    assert.strictEqual(view().chosen?.id, hits.at(-1)?.id)
    palette.move(1)
    palette.move(1)
    const chosen = view().chosen?.id
    assert.strictEqual(chosen, hits[1]?.id)
    await asked[0]?.answer("bucket-1")
    assert.strictEqual(view().chosen?.id, chosen)
  })
})
