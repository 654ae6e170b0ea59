import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { treemap } from "../../../frontend/src/components/chart/treemap.ts"

const Values = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))).check(
  Schema.isMaxLength(60)
)
const Side = Schema.Int.check(Schema.isBetween({ minimum: 50, maximum: 1_000 }))

it.prop(
  "tiles fill the box, each as large as its share, within it and apart",
  { values: Values, width: Side, height: Side },
  ({ height, values, width }) => {
    const tiles = treemap(values, width, height)
    const total = values.reduce((sum, value) => sum + value, 0)
    assert.deepStrictEqual(
      tiles.map(({ at }) => at).sort((one, other) => one - other),
      values.flatMap((value, at) => (value > 0 ? [at] : []))
    )
    for (const tile of tiles) {
      const share = (values[tile.at] ?? 0) / total
      assert.closeTo(tile.width * tile.height, share * width * height, 1e-3 * width * height * share + 1e-6)
      assert.isTrue(
        tile.x >= -1e-6 &&
          tile.y >= -1e-6 &&
          tile.x + tile.width <= width + 1e-6 &&
          tile.y + tile.height <= height + 1e-6
      )
    }
    for (const [index, one] of tiles.entries()) {
      for (const other of tiles.slice(index + 1)) {
        const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
        const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
        assert.isTrue(across <= 1e-6 || down <= 1e-6)
      }
    }
  }
)

it("equal values become tiles close to squares", () => {
  for (const { height, width } of treemap(
    Array.from({ length: 12 }, () => 5),
    400,
    300
  ))
    assert.isBelow(Math.max(width / height, height / width), 1.5)
})
