import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  ROWS_PER_BLOCK,
  blocksInRange,
  rowPlaces,
  scrollScale,
  scrollToShow,
  MAX_SCROLL_HEIGHT,
  nextRotation,
  visibleRange
} from "../../frontend/src/lib/virtual.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const view = {
  scrolled: between(0, 4_800_000),
  viewport: between(0, 2000),
  rowHeight: between(24, 60),
  count: between(0, 100_000)
}

describe("the rows in the DOM", () => {
  it.prop(
    "cover what is visible, wherever the grid is scrolled to",
    view,
    ({ count, rowHeight, scrolled, viewport }) => {
      const scrollTop = Math.min(scrolled, Math.max(0, count * rowHeight - viewport))
      const { end, start } = visibleRange(scrollTop, viewport, rowHeight, count)
      const first = Math.floor(scrollTop / rowHeight)
      const last = Math.min(count, Math.ceil((scrollTop + viewport) / rowHeight))
      if (count === 0) return assert.deepStrictEqual({ start, end }, { start: 0, end: 0 })
      assert.isAtMost(start, first)
      assert.isAtLeast(end, last)
      assert.isAtMost(end, count)
    }
  )

  it.prop(
    "begin at a block and never exceed what is visible by more than two blocks and the overscan",
    view,
    ({ count, rowHeight, scrolled, viewport }) => {
      const { end, start } = visibleRange(scrolled, viewport, rowHeight, count)
      assert.strictEqual(start % ROWS_PER_BLOCK, 0)
      assert.isAtMost(end - start, Math.ceil(viewport / rowHeight) + 1 + 4 + 2 * ROWS_PER_BLOCK)
    }
  )

  it.prop(
    "are at most 60 on a screen of 1,200 pixels, at any density",
    { scrolled: view.scrolled, rowHeight: Schema.Literals([32, 40, 48]) },
    ({ rowHeight, scrolled }) => {
      const { end, start } = visibleRange(scrolled, 1200, rowHeight, 2000)
      assert.isAtMost(end - start, 60)
    }
  )

  it.prop(
    "are all reached, however many: the last when the list is scrolled to its end, in a list that no browser ends",
    {
      count: between(1, 5_000_000),
      viewport: between(100, 2000),
      rowHeight: Schema.Literals([32, 40, 48, 120])
    },
    ({ count, rowHeight, viewport }) => {
      const scale = scrollScale(viewport, rowHeight, count)
      const end = Math.max(0, Math.min(count * rowHeight, MAX_SCROLL_HEIGHT) - viewport)
      assert.isAtLeast(scale, 1)
      assert.strictEqual(visibleRange(end * scale, viewport, rowHeight, count).end, count)
      assert.closeTo(end * scale, Math.max(0, count * rowHeight - viewport), 1)
    }
  )

  it.prop(
    "have a place for each block, wherever the grid is scrolled to",
    view,
    ({ count, rowHeight, scrolled, viewport }) => {
      assert.isAtMost(
        blocksInRange(visibleRange(scrolled, viewport, rowHeight, count)).length,
        rowPlaces(viewport, rowHeight)
      )
    }
  )

  it.prop(
    "stay in their places where they are shown on, and where none are the places stay in order",
    { ...view, other: view.scrolled, turned: between(0, 9) },
    ({ count, other, rowHeight, scrolled, turned, viewport }) => {
      const places = rowPlaces(viewport, rowHeight)
      const [before, next] = [
        visibleRange(scrolled, viewport, rowHeight, count),
        visibleRange(other, viewport, rowHeight, count)
      ]
      const turn = nextRotation({ ...before, turn: turned }, next, places)
      const placed = (range: typeof before, by: number) =>
        blocksInRange(range).map((from) => [from, (from / ROWS_PER_BLOCK + by) % places] as const)
      const [was, is] = [new Map(placed(before, turned)), new Map(placed(next, turn))]
      const kept = [...is].filter(([from]) => was.has(from))
      for (const [from, at] of kept) assert.strictEqual(at, was.get(from))
      if (kept.length === 0 && was.size > 0 && is.size > 0)
        assert.strictEqual([...is.values()][0], [...was.values()][0])
      assert.strictEqual(new Set(is.values()).size, is.size)
      for (const at of is.values()) assert.isTrue(at >= 0 && at < places)
    }
  )

  it("slide by whole blocks", () => {
    assert.deepStrictEqual(blocksInRange({ start: 8, end: 30 }), [8, 16, 24])
    assert.deepStrictEqual(blocksInRange({ start: 0, end: 0 }), [])
  })

  it("scroll no further than needed to show a row whole", () => {
    assert.strictEqual(scrollToShow(5, 0, 400, 40), 0)
    assert.strictEqual(scrollToShow(10, 0, 400, 40), 40)
    assert.strictEqual(scrollToShow(2, 200, 400, 40), 80)
  })
})
