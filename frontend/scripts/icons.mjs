import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { frontend, installed } from "./runtime.mjs"

const source = readFileSync(`${frontend}src/lib/icon-names.ts`, "utf8")
const [, ...lists] = source.split("export const ")
const namesOf = (list) => [...list.matchAll(/^ {2}"([a-z0-9-]+)"/gm)].map((match) => match[1])
const set = JSON.parse(readFileSync(installed("@iconify-json/lucide/icons.json"), "utf8"))

const symbol = (name) => {
  const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent]
  if (!icon) throw new Error(`lucide has no icon "${name}"`)
  const body = icon.body.replace(
    / (stroke|fill|stroke-width|stroke-linecap|stroke-linejoin)="(currentColor|none|2|round)"/g,
    ""
  )
  return `<symbol id="${name}" viewBox="0 0 24 24">${body}</symbol>`
}

mkdirSync(`${frontend}src/assets`, { recursive: true })
for (const list of lists) {
  const [, kind] = /^(\w+)_ICONS/.exec(list)
  writeFileSync(
    `${frontend}src/assets/icons-${kind.toLowerCase()}.svg`,
    `<svg xmlns="http://www.w3.org/2000/svg">${namesOf(list).map(symbol).join("")}</svg>\n`
  )
}
