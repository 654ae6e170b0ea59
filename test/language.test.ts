import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "..")
const rooms = ["services", "streams", "schedules", "http", "layers", "sandbox", "frontend/src", "bench", "bin", "test"]

interface Source {
  readonly room: string
  readonly file: string
  readonly text: string
}

const sources: ReadonlyArray<Source> = rooms.flatMap((room) =>
  readdirSync(path.join(root, room), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
    .map((entry) => {
      const file = path.relative(root, path.join(entry.parentPath, entry.name))
      return { room, file, text: readFileSync(path.join(root, file), "utf8") }
    })
)

const VAGUE_NAMES = new Set(
  (
    "told said heard news stands standing holds goes gone taken kept keeps keep asked " +
    "wished wish wishes found seen known " +
    "shown given wanted left doomed settled foreseen ways way whose whoever somebody nobody what most least " +
    "turns gate gates " +
    "door hush shut tries trying patience begun made chosen offered named held looked look brought once written " +
    "stand lack lacks hands asks ours hear hears sees says tells whole wholly going leave taking"
  ).split(" ")
)

const VAGUE_ENDINGS = /[a-z](Told|Said|Seen|Kept|Wanted|Asked|Foreseen|Doomed|Begun)$/

const exportedNames = ({ text }: Source): ReadonlyArray<string> =>
  Array.from(
    text.matchAll(/^export (?:async )?(?:const|class|interface|type|function\*?) (\w+)/gm),
    ([, name = ""]) => name
  )

const VAGUE_HEAD = /\/\*\*\s+(?:\*\s+)?(What|Whoever|Whatever|Somebody|Nobody|Of|So many)\b/g

const MAX_COLUMNS = 120
/** Characters without a space in URLs, XML and regular expressions, which no line break may divide. */
const MIN_UNBROKEN_TEXT = 60

/** The formatter appends `{" "}` to a full line of JSX. */
const isTooLong = (line: string): boolean =>
  line.replace(/\{" "\}$/, "").length > MAX_COLUMNS && !line.split(" ").some((word) => word.length >= MIN_UNBROKEN_TEXT)

/** Lines that are too long, most of them templates within templates. A room's number only falls. */
const LONG_LINES: Readonly<Record<string, number>> = { bench: 8, test: 76 }

describe("the language of the sources", () => {
  it("no exported name is a lone participle, pronoun or metaphor", () => {
    const vague = sources
      .filter(({ file, room }) => room !== "test" && !file.endsWith(".mjs"))
      .flatMap((source) =>
        exportedNames(source)
          .filter((name) => VAGUE_NAMES.has(name.toLowerCase()) || VAGUE_ENDINGS.test(name))
          .map((name) => `${source.file}: ${name}`)
      )
    assert.deepStrictEqual(vague, [])
  })

  it("no variable, parameter or property is called told, said, doomed or foreseen", () => {
    const declaration =
      /\b(?:const|let|readonly) (?:told|said|doomed|foreseen)\b|\b(?:told|said|doomed|foreseen)(?:: |\(|\.\w)/g
    const vague = sources
      .filter(({ room }) => room !== "test")
      .flatMap(({ file, text }) => (text.match(declaration) ?? []).map((found) => `${file}: ${found}`))
    assert.deepStrictEqual(vague, [])
  })

  it("no constant of the service or the console is called standing, begun, settled, heard, wish or way", () => {
    const declaration = /\b(?:const|let) (?:standing|stands|begun|settled|heard|wish|ways?|lack)\b/g
    const vague = sources
      .filter(({ room }) => room !== "test" && room !== "bench")
      .flatMap(({ file, text }) => (text.match(declaration) ?? []).map((found) => `${file}: ${found}`))
    assert.deepStrictEqual(vague, [])
  })

  it("a docstring starts with a verb or a noun", () => {
    const vague = sources.flatMap(({ file, text }) => (text.match(VAGUE_HEAD) ?? []).map((head) => `${file}: ${head}`))
    assert.deepStrictEqual(vague, [])
  })

  it("no line is longer than 120 columns, unless it holds a text without spaces", () => {
    const counts = Object.fromEntries(
      rooms.map((room) => [
        room,
        sources
          .filter((source) => source.room === room)
          .flatMap(({ text }) => text.split("\n"))
          .filter(isTooLong).length
      ])
    )
    assert.deepStrictEqual(counts, { ...Object.fromEntries(rooms.map((room) => [room, 0])), ...LONG_LINES })
  })
})
