import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { movePlace, onMap, placeAt, placeInWords } from "../../frontend/src/components/map/places.ts"

const svg = readFileSync(path.resolve(import.meta.dirname, "../../frontend/src/assets/world.svg"), "utf8")
const outline = /<path d="([^"]+)"/.exec(svg)?.[1] ?? ""

const rings = outline
  .split("z")
  .filter((ring) => ring !== "")
  .map((ring) => {
    const [x = 0, y = 0, ...rest] = Array.from(ring.matchAll(/-?\d+/g), ([number]) => Number(number))
    const points = [[x, y] as const]
    for (let at = 0; at < rest.length; at += 2) {
      const [lastX, lastY] = points.at(-1)!
      points.push([lastX + rest[at]!, lastY + rest[at + 1]!])
    }
    return points
  })

const isLand = (latitude: number, longitude: number): boolean => {
  const { x, y } = onMap({ latitude, longitude })
  return (
    rings
      .flatMap((ring) => ring.map((point, at) => [point, ring[(at + 1) % ring.length]!] as const))
      .filter(([[x1, y1], [x2, y2]]) => y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)).length %
      2 ===
    1
  )
}

describe("the map of the world", () => {
  it("has land where there is land, and sea where there is sea; it is small and one path", () => {
    for (const [name, latitude, longitude] of [
      ["Geneva", 46.2, 6.15],
      ["Kansas", 38, -98],
      ["Brasília", -15.8, -47.9],
      ["Nairobi", -1.3, 36.8],
      ["Alice Springs", -23.7, 133.9],
      ["Siberia", 62, 100],
      ["Antarctica", -80, 0]
    ] as const) {
      assert.isTrue(isLand(latitude, longitude), name)
    }
    for (const [name, latitude, longitude] of [
      ["Atlantic", 30, -40],
      ["Pacific", 0, -150],
      ["Indian Ocean", -30, 80],
      ["Mediterranean", 34.5, 19],
      ["North Pole", 89, 0]
    ] as const) {
      assert.isFalse(isLand(latitude, longitude), name)
    }
    assert.isBelow(svg.length, 20_000)
    assert.strictEqual(svg.match(/<path/g)?.length, 1)
  })

  const place = {
    latitude: Schema.Finite.check(Schema.isBetween({ minimum: -90, maximum: 90 })),
    longitude: Schema.Finite.check(Schema.isBetween({ minimum: -180, maximum: 180 }))
  }
  it.prop("a place that is shown and clicked on is the same place to a hundredth of a degree", place, (shown) => {
    const { x, y } = onMap(shown)
    const { latitude, longitude } = placeAt(x / 720, y / 360)
    assert.closeTo(latitude, shown.latitude, 0.0051)
    assert.closeTo(longitude, shown.longitude, 0.0051)
  })

  it.prop(
    "whatever is pressed, one stays on Earth",
    { ...place, north: Schema.Literals([-10, -1, 0, 1, 10]), east: Schema.Literals([-10, -1, 0, 1, 10]) },
    ({ east, north, ...from }) => {
      const { latitude, longitude } = movePlace(from, north, east)
      assert.isTrue(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180, placeInWords({ latitude, longitude }))
    }
  )

  it("goes on behind the date line, and is said in words", () => {
    assert.deepStrictEqual(movePlace({ latitude: 89.5, longitude: 179.5 }, 1, 1), { latitude: 90, longitude: -179.5 })
    assert.strictEqual(placeInWords({ latitude: -33.9, longitude: -70.6 }), "33.9° S, 70.6° W")
  })
})
