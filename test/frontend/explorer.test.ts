import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import {
  crumbsOf,
  entriesOf,
  type Entry,
  entryOf,
  entryName,
  sortEntries
} from "../../frontend/src/features/objects/explorer/listing/entries.ts"
import { findExistingKeys, type ListKeys } from "../../frontend/src/features/objects/explorer/uploads/existing-keys.ts"
import {
  treeLineKey as treeKey,
  linesOf,
  moveInTree,
  type Tree,
  type TreeNode,
  unreadNode,
  pathToPrefix
} from "../../frontend/src/features/objects/explorer/listing/tree-state.ts"
import { targetPrefix } from "../../frontend/src/features/objects/explorer/actions/target-prefix.ts"
import {
  numberedKeyPrefix,
  applyChoices,
  freeKey
} from "../../frontend/src/features/objects/explorer/uploads/upload-choices.ts"
import { type Grant, grantLines, grantsOf } from "../../frontend/src/features/objects/object-details/grant-lines.ts"
import { calledOf } from "../../frontend/src/features/objects/explorer/uploads/transfer.ts"
import { linkRequest } from "../../frontend/src/features/objects/shares/link-of.ts"
import {
  archiveKeysOf,
  entryId,
  isFolderEntry,
  keyOfEntry,
  selectionOf
} from "../../frontend/src/features/objects/transfers/entry-id.ts"
import { visible } from "../../frontend/src/lib/visible.ts"

const bytes = new TextEncoder()
const inOrder = (a: string, b: string): number => {
  const [left, right] = [bytes.encode(a), bytes.encode(b)]
  for (let at = 0; at < Math.min(left.length, right.length); at++)
    if (left[at] !== right[at]) return (left[at] ?? 0) - (right[at] ?? 0)
  return left.length - right.length
}
const object = (key: string) => ({ key, size_bytes: 1, etag: null, storage_class: "STANDARD", modified_at: null })

/** A bucket as S3 lists it with the delimiter `/`, at most `size` entries a page. */
const bucketOf = (
  keys: ReadonlyArray<string>,
  largest = 1000
): { readonly list: ListKeys; readonly asked: Array<string> } => {
  const asked: Array<string> = []
  const list: ListKeys = async ({ prefix, size, token }) => {
    asked.push(prefix)
    const entries = new Set<string>()
    for (const key of [...keys].sort(inOrder)) {
      if (!key.startsWith(prefix)) continue
      const slash = key.indexOf("/", prefix.length)
      entries.add(slash < 0 ? key : `${key.slice(0, slash + 1)}\u0000`)
    }
    const rest = [...entries].filter((entry) => token === null || inOrder(entry, token) > 0)
    const page = rest.slice(0, Math.min(size, largest))
    return {
      objects: page.filter((entry) => !entry.endsWith("\u0000")).map(object),
      prefixes: page.filter((entry) => entry.endsWith("\u0000")).map((entry) => entry.slice(0, -1)),
      next_continuation_token: page.length < rest.length ? (page.at(-1) ?? null) : null
    }
  }
  return { list, asked }
}

const Key = Schema.String.check(Schema.isPattern(/^[ab/é𝄞]{1,6}$/u))
const Keys = Schema.Array(Key).check(Schema.isMaxLength(12))

describe("which keys are taken", () => {
  it.effect.prop(
    "is what the bucket has of them, however it pages",
    { there: Keys, wanted: Keys, page: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 })) },
    ({ page, there, wanted }) =>
      Effect.promise(async () => {
        const found = await findExistingKeys(wanted, bucketOf(there, page).list)
        assert.deepStrictEqual(
          [...found.keys()].sort(),
          [...new Set(wanted)].filter((key) => there.includes(key)).sort()
        )
      })
  )

  it("costs one request for a new folder of thousands", async () => {
    const { asked, list } = bucketOf(["other/x", "new.txt"])
    await findExistingKeys(
      Array.from({ length: 3000 }, (_, at) => `new/sub-${at % 40}/${at}.txt`),
      list
    )
    assert.deepStrictEqual(asked, ["new/sub-"])
  })

  it("stays bounded in a folder of very many, and asks nothing about keys that S3 does not take", async () => {
    const there = Array.from({ length: 400 }, (_, at) => `f-${String(at).padStart(4, "0")}`)
    const { asked, list } = bucketOf(there, 10)
    const found = await findExistingKeys(["f-0001", "f-0399", "f-9999"], list)
    assert.deepStrictEqual([...found.keys()].sort(), ["f-0001", "f-0399"])
    assert.isAtMost(asked.length, 13)
    const none = bucketOf([])
    assert.strictEqual((await findExistingKeys(["x".repeat(1025)], none.list)).size, 0)
    assert.deepStrictEqual(none.asked, [])
  })
})

describe("what becomes of files whose keys are taken", () => {
  const planned = ["docs/a.pdf", "docs/b.pdf", "docs/c.pdf", "docs/new.pdf"].map((key) => ({
    key,
    path: key.slice(5),
    file: {} as File
  }))
  const taken = new Set(["docs/a.pdf", "docs/b.pdf", "docs/c.pdf"])

  it("is what was chosen for each; nothing is overwritten without a word", () => {
    const left = applyChoices(
      planned,
      taken,
      new Map([
        ["docs/a.pdf", "replace"],
        ["docs/b.pdf", "keep-both"]
      ] as const),
      new Set(["docs/b (1).pdf"])
    )
    assert.deepStrictEqual(
      left.map(({ key, path }) => [key, path]),
      [
        ["docs/a.pdf", "a.pdf"],
        ["docs/b (2).pdf", "b (2).pdf"],
        ["docs/new.pdf", "new.pdf"]
      ]
    )
    assert.deepStrictEqual(
      left.filter(({ replaces }) => replaces).map(({ key }) => key),
      ["docs/a.pdf"],
      "only where somebody chose it does a file take the place of what is there when it arrives"
    )
  })

  it("names a second one before its ending", () => {
    const free = (key: string) => freeKey(key, () => false)
    assert.deepStrictEqual(["a/b.tar.gz", "a.b/c", ".profile", "line\nbreak.txt", "x/.env"].map(free), [
      "a/b.tar (1).gz",
      "a.b/c (1)",
      ".profile (1)",
      "line\nbreak (1).txt",
      "x/.env (1)"
    ])
    assert.strictEqual(numberedKeyPrefix("a/b.txt"), "a/b (")
  })
})

describe("names", () => {
  it("show what cannot be seen, and leave writing systems alone", () => {
    assert.strictEqual(visible("a\nb\u0000c\u007f"), "a␊b␀c␡")
    assert.strictEqual(visible("\u202egpj.exe"), "⟨U+202E⟩gpj.exe")
    assert.strictEqual(visible("нет ünï 👨‍👩‍👧 می‌خواهم"), "нет ünï 👨‍👩‍👧 می‌خواهم")
  })

  it("are the last part of a key, whatever the key is", () => {
    assert.deepStrictEqual(["a/b/c.txt", "a/b/", "x", "/", "a//", "//b"].map(entryName), [
      "c.txt",
      "b/",
      "x",
      "/",
      "/",
      "b"
    ])
    assert.deepStrictEqual(
      crumbsOf("a//b/").map(({ name, prefix }) => [name, prefix]),
      [
        ["a", "a/"],
        ["/", "a//"],
        ["b", "a//b/"]
      ]
    )
  })

  it("a stored key is a row of the folder that shows it, or of a folder in it", () => {
    assert.strictEqual(entryOf(object("a/b.txt"), "a/")?.key, "a/b.txt")
    assert.strictEqual(entryOf(object("a/b/c.txt"), "a/")?.key, "a/b/")
    assert.strictEqual(entryOf(object("a/b/c.txt"), "a/")?.kind, "folder")
    assert.isNull(entryOf(object("other.txt"), "a/"))
    assert.isNull(entryOf({ ...object("a/"), size_bytes: 0 }, "a/"))
    assert.deepInclude(entryOf(object("a/"), "a/"), { key: "a/", kind: "object", name: "a/" })
  })
})

describe("an object with the key of its folder", () => {
  const page = (folder: string, size_bytes: number) =>
    entriesOf(
      {
        prefix: folder,
        delimiter: "/",
        prefixes: [`${folder}b/`],
        objects: [{ ...object(folder), size_bytes }, object(`${folder}x`)],
        next_continuation_token: null
      },
      folder
    )

  it("is a row of its folder where it has content, told from the folder by its id", () => {
    assert.deepStrictEqual(
      page("a/", 3).map(({ key, kind, name }) => [key, kind, name]),
      [
        ["a/b/", "folder", "b/"],
        ["a/", "object", "a/"],
        ["a/x", "object", "x"]
      ]
    )
    assert.deepStrictEqual(
      page("a/", 0).map(({ key }) => key),
      ["a/b/", "a/x"]
    )
    const ids = page("a/", 3).map(({ id }) => id)
    assert.strictEqual(new Set([...ids, "a/"]).size, 4)
    assert.deepStrictEqual(ids.map(keyOfEntry), ["a/b/", "a/", "a/x"])
    assert.deepStrictEqual(ids.map(isFolderEntry), [true, false, false])
    assert.deepStrictEqual(
      ["name", "-name"].map((sort) => sortEntries(page("a/", 3), sort).map(({ key }) => key)),
      [
        ["a/b/", "a/", "a/x"],
        ["a/b/", "a/x", "a/"]
      ]
    )
  })

  it("is sent as an object, alone or among others, and never as its folder", () => {
    const id = entryId("object", "a/")
    assert.deepStrictEqual(selectionOf([id]), { keys: ["a/"], prefixes: [] })
    assert.deepStrictEqual(selectionOf([id, "a/x", "a/b/"]), { keys: ["a/", "a/x"], prefixes: ["a/b/"] })
    assert.deepStrictEqual(archiveKeysOf([id, "a/x", "a/b/"]), { keys: ["a/x", "a/b/"], objects: ["a/"] })
    assert.deepStrictEqual(archiveKeysOf(["a/"]), { keys: ["a/"] })
    const sharing = { contextId: "1", bucket: "b", prefix: "a/", keys: [id] }
    assert.deepStrictEqual(linkRequest(sharing, "object", { expires: "60" }), {
      kind: "object",
      key: "a/",
      expires_seconds: 60
    })
    assert.deepStrictEqual(linkRequest({ ...sharing, keys: [id, "a/x"] }, "archive", { expires: "60" }), {
      kind: "archive",
      prefix: "a/",
      keys: ["a/x"],
      objects: ["a/"],
      expires_seconds: 60
    })
    assert.deepStrictEqual([calledOf({ base: "a/", keys: [id] }), calledOf({ base: "", keys: ["a/"] })], ["a/", "a"])
  })
})

describe("a folder in another order than the gateway's", () => {
  const of = (key: string, size: number | null, modified: string | null = null): Entry => ({
    id: key,
    key,
    kind: key.endsWith("/") ? "folder" : "object",
    name: key,
    size_bytes: size,
    storage_class: null,
    modified_at: modified
  })
  const entries = [
    of("z/", null),
    of("a", 3, "2026-01-02"),
    of("b", 1, "2026-01-03"),
    of("c", 3, "2026-01-01"),
    of("y/", null)
  ]

  it("has its folders first, then what is asked for, then names", () => {
    const by = (sort: string) => sortEntries(entries, sort).map(({ key }) => key)
    assert.deepStrictEqual(by("size_bytes"), ["y/", "z/", "b", "a", "c"])
    assert.deepStrictEqual(by("-size_bytes"), ["y/", "z/", "a", "c", "b"])
    assert.deepStrictEqual(by("-modified_at"), ["y/", "z/", "b", "a", "c"])
    assert.deepStrictEqual(by("-name"), ["z/", "y/", "c", "b", "a"])
  })
})

describe("the tree of folders", () => {
  const read = (folders: ReadonlyArray<string>, more: Partial<TreeNode> = {}): TreeNode => ({
    ...unreadNode(),
    open: true,
    folders,
    ...more
  })
  const tree: Tree = {
    [treeKey("")]: read(["a/", "b/", "__proto__/"], { next: "token" }),
    [treeKey("a/")]: read(["a/x/"]),
    [treeKey("b/")]: read(["b/y/"], { open: false })
  }
  const lines = linesOf(tree)

  it("shows what is open, and where more is to be read", () => {
    assert.deepStrictEqual(
      lines.map(({ kind, level, prefix }) => `${level} ${kind} ${prefix}`),
      ["1 folder ", "2 folder a/", "3 folder a/x/", "2 folder b/", "2 folder __proto__/", "2 more "]
    )
    assert.deepStrictEqual(pathToPrefix("a/x/"), ["", "a/", "a/x/"])
    assert.deepStrictEqual(pathToPrefix("//"), ["", "/", "//"])
    assert.deepStrictEqual(pathToPrefix("team/a/x/", ["team/a/", "plans/"]), ["team/a/", "team/a/x/"])
    assert.deepStrictEqual(pathToPrefix("other/", ["team/a/"]), [])
  })

  it("is walked as trees are", () => {
    const press = (at: number, key: string) => moveInTree(tree, lines, at, key)
    assert.deepStrictEqual(press(1, "ArrowRight"), { to: 2 }, "an open one: to the first in it")
    assert.deepStrictEqual(press(3, "ArrowRight"), { turn: "b/" }, "a closed one is opened")
    assert.deepStrictEqual(press(1, "ArrowLeft"), { turn: "a/" }, "an open one is closed")
    assert.deepStrictEqual(press(2, "ArrowLeft"), { to: 1 }, "a closed one: to the one it is in")
    assert.deepStrictEqual(press(4, "ArrowLeft"), { to: 0 })
    assert.deepStrictEqual(press(5, "ArrowDown"), { to: 5 })
    assert.deepStrictEqual(press(0, "ArrowUp"), { to: 0 })
    assert.deepStrictEqual([press(3, "Home"), press(0, "End")], [{ to: 0 }, { to: 5 }])
  })
})

describe("single grants", () => {
  it("are lines that are read as they were written", () => {
    const grants: ReadonlyArray<Grant> = [
      { type: "user", grantee: "RGW 1", display_name: null, permission: "FULL_CONTROL" },
      { type: "group", grantee: "AllUsers", display_name: null, permission: "READ" },
      { type: "group", grantee: "http://a/b", display_name: null, permission: "READ_ACP" },
      { type: "email", grantee: "a@b", display_name: null, permission: "WRITE_ACP" }
    ]
    assert.deepStrictEqual(grantsOf(grantLines(grants)), grants)
    assert.deepStrictEqual(grantsOf("\n  read   Everybody \n"), grants.slice(1, 2))
    for (const line of ["READ", "LOOK everybody", "READ nobody", "READ id:"])
      assert.throws(() => grantsOf(line), undefined, undefined, line)
  })
})

describe("the folder that the field of a target means", () => {
  it("is the one that was offered while nobody changes it, though a field of one line shows no line breaks", () => {
    for (const offered of ["a\nb/", "a\r\nb/c/", "/a/", "plain/", ""])
      assert.strictEqual(targetPrefix(offered.replaceAll(/[\r\n]/g, ""), offered), offered)
  })

  it("is what was typed, with its slash, once somebody does", () => {
    for (const [typed, prefix] of [
      ["ab", "ab/"],
      ["ab/c", "ab/c/"],
      ["/ab/", "ab/"],
      ["", ""],
      ["/", ""]
    ] as const)
      assert.strictEqual(targetPrefix(typed, "a\nb/"), prefix)
  })
})
