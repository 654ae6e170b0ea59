import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"

const css = readFileSync(new URL("../../../frontend/src/styles/chart.css", import.meta.url), "utf8")
const colors = [
  ...css.matchAll(
    /\.chart-(\d) \{ --c: light-dark\(oklch\(([\d.]+) ([\d.]+) ([\d.]+)\),\s*oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)\)/g
  )
].map(([, , ...numbers]) => numbers.map(Number))

type Rgb = readonly [number, number, number]

const linearOf = ([lightness, chroma, hue]: Rgb): Rgb => {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.max(0, Math.min(1, value))
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  ]
}
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b
const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

const themes = [
  ["light", 0, linearOf([1, 0, 0])],
  ["dark", 3, linearOf([0.195, 0.009, 260])]
] as const

describe("the colours of charts", () => {
  it("are ten, in both themes", () => assert.lengthOf(colors, 10))

  for (const [theme, from, surface] of themes) {
    const of = colors.map((numbers) => numbers.slice(from, from + 3) as unknown as Rgb)

    it(`stand out from the surface at 3:1 (${theme})`, () => {
      of.forEach((color, index) =>
        assert.isAtLeast(contrast(luminance(linearOf(color)), luminance(surface)), 3, `chart-${index}`)
      )
    })

    it(`neighbours differ in lightness, which every kind of sight tells (${theme})`, () => {
      for (let index = 1; index < of.length; index++)
        assert.isAtLeast(Math.abs(of[index]![0] - of[index - 1]![0]), 0.08, `chart-${index - 1} and chart-${index}`)
    })
  }
})
