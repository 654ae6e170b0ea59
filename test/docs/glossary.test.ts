import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"

const root = path.resolve(import.meta.dirname, "../..")
const read = (name: string) => readFileSync(path.join(root, name), "utf8")

/** The parser of the console's compiler: the service's has no API. */
const ts = createRequire(path.join(root, "frontend/package.json"))("typescript") as any

/** Texts for people: between tags, and strings that are no address, class or key. */
const textsOf = (name: string): ReadonlyArray<string> => {
  const source = ts.createSourceFile(
    name,
    read(`frontend/src/${name}`),
    ts.ScriptTarget.Latest,
    true,
    name.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  )
  const found: Array<string> = []
  const add = (text: string) => {
    const plain = text.replace(/\s+/g, " ").trim()
    if (/^[A-Z]|\s/.test(plain) && !/^(GET|POST|PUT|PATCH|DELETE) \//.test(plain)) found.push(plain)
  }
  const visit = (node: any): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isJsxAttribute(node) && ["class", "href", "data-testid", "id", "name"].includes(node.name.getText())) return
    if (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node.text)
    if (ts.isTemplateExpression(node))
      add(node.head.text + node.templateSpans.map((span: any) => `–${span.literal.text}`).join(""))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const sources = readdirSync(path.join(root, "frontend/src"), { recursive: true, encoding: "utf8" }).filter(
  (name) => /\.tsx?$/.test(name) && !name.endsWith("operator-commands.ts")
)

const forbidden = read("docs/glossary.md")
  .split("\n")
  .flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    const pattern = /^`(.+)`$/.exec(cells[3] ?? "")?.[1]
    return pattern === undefined
      ? []
      : [{ not: cells[1] ?? "", but: cells[2] ?? "", pattern: new RegExp(pattern.replaceAll("\\|", "|"), "u") }]
  })

describe("the console's words", () => {
  it("the table of what is not written is read, and finds what it names", () => {
    assert.isAtLeast(forbidden.length, 10)
    for (const [text, found] of [
      ["Search base", true],
      ["Base DN", false],
      ["Import one of its users", true],
      ["Import an RGW user", false],
      ["The uid of a user", true],
      ["A console user signs in", false],
      ["Users", true],
      ["Console users", false],
      ["The root user of the account", false],
      ["Bind user", true]
    ] as const)
      assert.strictEqual(
        forbidden.some(({ pattern }) => pattern.test(text)),
        found,
        text
      )
  })

  it("texts are found in the sources", () => {
    assert.include(textsOf("routes/(console)/onboarding/index.tsx"), "Getting started")
    assert.isAbove(sources.flatMap(textsOf).length, 500)
  })

  it("no page says what is not written", () => {
    const said = sources.flatMap((name) =>
      textsOf(name).flatMap((text) =>
        forbidden.filter(({ pattern }) => pattern.test(text)).map(({ but }) => `${name}: “${text}” – say ${but}`)
      )
    )
    assert.deepStrictEqual(said, [])
  })
})
