import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  extremesPerPixel,
  isGap,
  linePath,
  nearest,
  type Point
} from "../../../frontend/src/components/chart/points.ts"

const same = (value: number) => value
const at = (values: ReadonlyArray<number | null>): ReadonlyArray<Point> =>
  values.map((value, index) => ({ at: index, value }))

describe("the points of a line", () => {
  it("a line breaks where nothing was measured, and a point alone is a dot", () => {
    assert.strictEqual(linePath(at([1, 2, null, 4, 5]), same, same), "M0 1L1 2M3 4L4 5")
    assert.strictEqual(linePath(at([1, null, 3, Number.NaN, 5, 6]), same, same), "M0 1h0M2 3h0M4 5L5 6")
    assert.strictEqual(linePath(at([7]), same, same), "M0 7h0")
    assert.strictEqual(linePath(at([null]), same, same), "")
    assert.strictEqual(linePath([], same, same), "")
  })

  it("20,000 points keep the lowest and the highest of each pixel, and every peak", () => {
    const many = at(
      Array.from({ length: 20_000 }, (_, index) =>
        index === 12_345 ? 1e15 : index === 777 ? -5 : Math.sin(index / 50)
      )
    )
    const kept = extremesPerPixel(many, 700)
    assert.isAtMost(kept.length, 1400)
    assert.include(
      kept.map(({ value }) => value),
      1e15
    )
    assert.include(
      kept.map(({ value }) => value),
      -5
    )
    for (let index = 1; index < kept.length; index++) assert.isAbove(kept[index]!.at, kept[index - 1]!.at)
  })

  it("a gap among many points stays one", () => {
    const kept = extremesPerPixel(
      at(Array.from({ length: 5_000 }, (_, index) => (index >= 2_000 && index < 3_000 ? null : index))),
      100
    )
    const gaps = kept.filter(isGap)
    assert.isAtLeast(gaps.length, 1)
    for (const gap of gaps) assert.isTrue(gap.at >= 2_000 && gap.at < 3_000)
    assert.strictEqual(linePath(kept, same, same).split("M").length, 3)
  })

  it("few points, points of one moment, and none are left as they are", () => {
    for (const points of [at([1, 2, 3]), [], Array.from({ length: 900 }, (): Point => ({ at: 5, value: 1 }))])
      assert.strictEqual(extremesPerPixel(points, 100), points)
  })

  it.prop(
    "what is kept was measured, in order, with the lowest and the highest of all",
    [
      Schema.Array(Schema.NullOr(Schema.Int)).check(Schema.isMinLength(1)),
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 }))
    ],
    ([values, pixels]) => {
      const points = at(values)
      const kept = extremesPerPixel(points, pixels)
      for (const point of kept) assert.include(points, point)
      const known = values.filter((value) => value !== null)
      if (known.length > 0) {
        assert.include(
          kept.map(({ value }) => value),
          Math.max(...known)
        )
        assert.include(
          kept.map(({ value }) => value),
          Math.min(...known)
        )
      }
    }
  )

  it("the nearest in time is found at the ends, between, and nowhere", () => {
    const points = [0, 10, 20].map((moment): Point => ({ at: moment, value: 1 }))
    assert.deepStrictEqual(
      [-5, 4, 5, 6, 16, 99].map((moment) => nearest(points, moment)),
      [0, 0, 0, 1, 2, 2]
    )
    assert.strictEqual(nearest([], 3), -1)
  })
})
