import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { accentsOf, accentStyle, contrast } from "#domain/identity/application/accentColors.ts"

const grounds = { light: ["#ffffff", "#fafbfc", "#eef0f2"], dark: ["#12151a", "#0d1014", "#1b1f25"] } as const

const hex = (value: number) => value.toString(16).padStart(2, "0")
const colors = Array.from(
  { length: 17 ** 3 },
  (_, at) =>
    `#${[at % 17, Math.floor(at / 17) % 17, Math.floor(at / 289)].map((step) => hex(Math.min(255, step * 16))).join("")}`
)

describe("the accent of an installation", () => {
  it("is readable in both themes for any colour: as text on every ground, and under its ink", () => {
    const unreadable: Array<string> = []
    for (const color of colors) {
      const accents = accentsOf(color)
      for (const theme of ["light", "dark"] as const) {
        const { accent, hover, ink, text } = accents[theme]
        if (contrast(accent, ink) < 4.5 || contrast(hover, ink) < 4.5)
          unreadable.push(`${color} ${theme}: ${ink} on ${accent}, ${hover}`)
        for (const ground of grounds[theme]) {
          if (contrast(text, ground) < 4.5 || contrast(accent, ground) < 4.5)
            unreadable.push(`${color} ${theme}: ${text}, ${accent} on ${ground}`)
        }
      }
    }
    assert.deepStrictEqual(unreadable.slice(0, 5), [])
  }, 60_000)

  it("keeps the hue: green stays green in both", () => {
    const { dark, light } = accentsOf("#00b35a")
    for (const { accent } of [dark, light]) {
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16))
      assert.isTrue(green! > red! && green! > blue!, accent)
    }
  })

  it("takes the place of variables that the console really has", () => {
    const tokens = readFileSync(path.resolve(import.meta.dirname, "../../../frontend/src/styles/tokens.css"), "utf8")
    const names = Array.from(accentStyle(accentsOf("#123456")).matchAll(/(--[a-z-]+):/g), ([, name]) => name!)
    assert.deepStrictEqual(names, ["--accent", "--accent-hover", "--accent-ink", "--accent-text"])
    for (const name of names) assert.include(tokens, `${name}:`)
  })
})
