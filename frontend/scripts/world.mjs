// Natural Earth, 1:110 million, public domain; equirectangular, 720 by 360.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { frontend, installed } from "./runtime.mjs"

const {
  arcs,
  objects,
  transform: { scale, translate }
} = JSON.parse(readFileSync(installed("world-atlas/land-110m.json"), "utf8"))

const linesOf = arcs.map((arc) => {
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]) => {
    x += dx
    y += dy
    return [Math.round((x * scale[0] + translate[0] + 180) * 2), Math.round((90 - y * scale[1] - translate[1]) * 2)]
  })
})
/** A negative index is a reversed arc; consecutive arcs share a point. */
const ringOf = (indices) =>
  indices.flatMap((index, at) => (index < 0 ? linesOf[~index].toReversed() : linesOf[index]).slice(at === 0 ? 0 : 1))

const differs = ([x, y], other) => other === undefined || other[0] !== x || other[1] !== y
const pathOf = (ring) => {
  const points = ring.filter((point, at) => differs(point, ring[at - 1]))
  if (points.length < 4) return ""
  const steps = points.slice(1, -1).flatMap(([x, y], at) => [x - points[at][0], y - points[at][1]])
  return `M${points[0].join(" ")}l${steps.join(" ").replaceAll(" -", "-")}z`
}

const polygons = objects.land.geometries.flatMap(({ arcs, type }) => (type === "Polygon" ? [arcs] : arcs))
const path = polygons
  .flat()
  .map((ring) => pathOf(ringOf(ring)))
  .join("")
mkdirSync(`${frontend}src/assets`, { recursive: true })
writeFileSync(
  `${frontend}src/assets/world.svg`,
  `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="land" viewBox="0 0 720 360"><path d="${path}"/></symbol></svg>\n`
)
