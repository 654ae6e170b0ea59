/** File names of chunks in a page: attributes of events, the state's references to code. `l-` is what only an interaction needs. */
const CHUNK = /[ql]-[\w-]{8}\.js/g

/** These chunks, and all that they import at once. */
const withImports = (names: ReadonlyArray<string>, imports: Imports): ReadonlySet<string> => {
  const seen = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (seen.has(name)) continue
    seen.add(name)
    waiting.push(...imports[name] ?? [])
  }
  return seen
}

/** By a chunk's file name, those that it imports. */
export type Imports = Readonly<Record<string, ReadonlyArray<string>>>

/**
 * Adds to a page what is known once it is rendered whole: links to every script that it runs before anybody touches it, so that
 * none waits for another, the names of those that wait for somebody to stir, and the style that is this installation's own. `base` is where scripts are.
 */
export const finishPage = (html: string, base: string, nonce: string | undefined, imports: Imports = {}, style = ""): string => {
  const named = Array.from(html.matchAll(CHUNK), ([name]) => name)
  const first = withImports(named.filter((name) => name.startsWith("q-")), imports)
  const later = [...withImports(named.filter((name) => name.startsWith("l-")), imports)].filter((name) => !first.has(name))
  const stamp = nonce === undefined ? "" : ` nonce="${nonce}"`
  const links = [...first].filter((name) => !html.includes(`rel="modulepreload" href="${base}${name}"`)).map((name) => `<link rel="modulepreload" href="${base}${name}"${stamp}>`)
  return html.replace(`data-later=""`, () => `data-later="${later.map((name) => base + name).join(" ")}"`).replace("</head>", () => `${links.join("")}${style === "" ? "" : `<style id="brand-style"${stamp}>${style}</style>`}</head>`)
}
