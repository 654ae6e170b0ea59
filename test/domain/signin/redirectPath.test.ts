import { assert, describe, it } from "@effect/vitest"
import { isRedirectPath, redirectPathLength } from "#domain/identity/signin/redirectPath.ts"
import { Arbitrary, Schema } from "effect"

const origin = "https://console.example"

describe("where signing in may lead", () => {
  it("is any page of the console, as address bars spell it", () => {
    const pages = [
      "/",
      "/admin/users",
      "/admin/users/",
      "/manager/buckets?open=a%2Fb&sort=-name",
      "/browser?bucket=x&prefix=a/b//c/../&q=%5C\\",
      "/a.b/..c/.d?",
      "/profile?x=%E2%9C%93",
      "/%2F%09/x",
      `/${"a".repeat(redirectPathLength - 1)}`
    ]
    assert.deepStrictEqual(
      pages.filter((page) => !isRedirectPath(page)),
      []
    )
  })

  it("is no other site, in whatever spelling", () => {
    const elsewhere = [
      "",
      "evil.example",
      "https://evil.example",
      "javascript:alert(1)",
      "//evil.example",
      "/\\evil.example",
      "\\\\evil.example",
      "\\/evil.example",
      "/\t/evil.example",
      "/\n/evil.example",
      "/\r/evil.example",
      "/\t\\evil.example",
      "\t//evil.example",
      " //evil.example",
      "/ /evil.example",
      "/\0/evil.example",
      "/.//evil.example",
      "/..//evil.example",
      "/a/..//evil.example",
      "/%2e//evil.example",
      "/.%2E//evil.example",
      "/%2E%2e/x",
      "/a//b",
      "/a/.",
      "/a/..?x",
      "/é",
      "/\ud800",
      "/a b",
      "/a?b c",
      "/a#b",
      "/a?b#c",
      `/${"a".repeat(redirectPathLength)}`
    ]
    assert.deepStrictEqual(elsewhere.filter(isRedirectPath), [])
  })

  const pieces = [
    "/",
    "\\",
    ".",
    "%2e",
    "%2F",
    "?",
    "#",
    "@",
    ":",
    "\t",
    "\n",
    "\r",
    " ",
    "a",
    "b",
    "evil.example",
    "%",
    "é",
    "\ud800",
    "\0",
    "%5C",
    ";",
    '"'
  ] as const
  const texts = Arbitrary.array(Arbitrary.schema(Schema.Literals(pieces)))

  it.prop(
    "stays what it is however often a browser resolves it",
    [texts],
    ([parts]) => {
      const path = `/${parts.join("")}`
      if (!isRedirectPath(path)) return
      const once = new URL(path, origin)
      const again = new URL(once.pathname + once.search, `${origin}/login/passkey`)
      assert.deepStrictEqual(
        [once.origin, again.origin, again.pathname + again.search],
        [origin, origin, once.pathname + once.search],
        path
      )
    },
    { arbitrary: { runs: 5000 } }
  )
})
