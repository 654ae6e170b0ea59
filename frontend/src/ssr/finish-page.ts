const CHUNK = /[ql]-[\w-]{8}\.js/g

const withImports = (names: ReadonlyArray<string>, imports: Imports): ReadonlySet<string> => {
  const included = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (included.has(name)) continue
    included.add(name)
    waiting.push(...(imports[name] ?? []))
  }
  return included
}

export type Imports = Readonly<Record<string, ReadonlyArray<string>>>

/** Links every script that runs before an interaction, so that none waits for another. `base`: folder of scripts. */
export const finishPage = (
  html: string,
  base: string,
  nonce: string | undefined,
  imports: Imports = {},
  style = ""
): string => {
  const named = Array.from(html.matchAll(CHUNK), ([name]) => name)
  const first = withImports(
    named.filter((name) => name.startsWith("q-")),
    imports
  )
  const later = [
    ...withImports(
      named.filter((name) => name.startsWith("l-")),
      imports
    )
  ].filter((name) => !first.has(name))
  const stamp = nonce === undefined ? "" : ` nonce="${nonce}"`
  const links = [...first]
    .filter((name) => !html.includes(`rel="modulepreload" href="${base}${name}"`))
    .map((name) => `<link rel="modulepreload" href="${base}${name}"${stamp}>`)
  return html
    .replace(`data-later=""`, () => `data-later="${later.map((name) => base + name).join(" ")}"`)
    .replace(
      "</head>",
      () => `${links.join("")}${style === "" ? "" : `<style id="brand-style"${stamp}>${style}</style>`}</head>`
    )
}
