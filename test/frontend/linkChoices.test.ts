import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { MAX_SUGGESTIONS, loadLinkOptions } from "../../frontend/src/features/identity/rights/link-choices.ts"

const choice = (id: number, active = true) => ({
  id,
  name: `Thing ${id}`,
  detail: `thing-${id}`,
  storage_endpoint_name: id % 2 === 0 ? "North" : null,
  is_active: active
})

const having = (all: ReadonlyArray<ReturnType<typeof choice>>) => {
  const asked: Array<string> = []
  vi.stubGlobal("fetch", (address: string) => {
    const { pathname, searchParams } = new URL(address, "http://console")
    asked.push(`${pathname.split("/").at(-1)} ${searchParams}`)
    const [page, size] = [Number(searchParams.get("page")), Number(searchParams.get("page_size"))]
    const items = all.slice((page - 1) * size, page * size)
    return Promise.resolve(
      new Response(JSON.stringify({ items, has_next: page * size < all.length }), {
        headers: { "content-type": "application/json" }
      })
    )
  })
  return asked
}
const many = (count: number) => Array.from({ length: count }, (_, index) => choice(index + 1))
const ids = (from: number, to: number) => new Set(Array.from({ length: to - from + 1 }, (_, index) => from + index))

afterEach(() => {
  vi.unstubAllGlobals()
})

describe("what a chooser offers", () => {
  it("is one page that the service searched, with what tells them apart", async () => {
    const asked = having(many(3))
    const { more, options } = await loadLinkOptions("account", "  thing ", new Set(), false)
    assert.deepStrictEqual(asked, ["account page=1&page_size=100&search=thing"])
    assert.deepStrictEqual(
      options.map(({ hint }) => hint),
      ["thing-1", "thing-2 · North", "thing-3"]
    )
    assert.isFalse(more)
  })

  it("is at most thirty, and says that there are more", async () => {
    having(many(2_000))
    const { more, options } = await loadLinkOptions("user", "", new Set(), false)
    assert.deepStrictEqual([options.length, more], [MAX_SUGGESTIONS, true])
  })

  it("goes on where the first pages are taken already, and gives up before it reads everything", async () => {
    const asked = having(many(2_000))
    assert.deepStrictEqual((await loadLinkOptions("user", "", ids(1, 190), false)).options[0]?.id, 191)
    assert.strictEqual(asked.length, 3)
    asked.length = 0
    assert.deepStrictEqual(await loadLinkOptions("user", "", ids(1, 1_000), false), { options: [], more: true })
    assert.strictEqual(asked.length, 5)
  })

  it("says of an inactive person that they are, and leaves them out where nobody may be who cannot act", async () => {
    having([choice(1, false), choice(3)])
    assert.deepStrictEqual(
      (await loadLinkOptions("user", "", new Set(), false)).options.map(({ hint }) => hint),
      ["thing-1 · inactive", "thing-3"]
    )
    assert.deepStrictEqual(
      (await loadLinkOptions("user", "", new Set(), true)).options.map(({ id }) => id),
      [3]
    )
  })
})
