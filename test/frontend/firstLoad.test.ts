import { assert, beforeAll, describe, it } from "@effect/vitest"
import { readFileSync, statSync } from "node:fs"
import { createServer } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { brotliCompressSync, constants } from "node:zlib"

const dist = path.resolve(import.meta.dirname, "../../frontend/dist")

const HEAD = 500

const rendered = async (addresses: ReadonlyArray<string>): Promise<ReadonlyMap<string, string>> => {
  const { createConsole } = await import(pathToFileURL(path.join(dist, "../server-dist/entry.node.js")).href)
  const console = createConsole({ origin: "http://localhost:1", staticRoot: dist })
  const server = createServer(
    (request, response) => void console.router(request, response, () => response.writeHead(500).end())
  ).listen(0, "127.0.0.1")
  await once(server, "listening")
  try {
    const { port } = server.address() as AddressInfo
    const pages = new Map<string, string>()
    for (const address of addresses) {
      const answer = await fetch(`http://127.0.0.1:${port}${address}`, { headers: { cookie: "stowage_ui=1" } })
      assert.strictEqual(answer.status, 200, address)
      pages.set(address, await answer.text())
    }
    return pages
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const onTheWire = (address: string): number => {
  const file = path.join(dist, address)
  return statSync(/\.(js|css|svg|json)$/.test(file) && statSync(file).size >= 512 ? `${file}.br` : file).size
}

const page = (html: string): number =>
  brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
const scriptsOf = (html: string): ReadonlyArray<string> => [
  ...new Set(Array.from(html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g), ([, href]) => href ?? ""))
]
const styleOf = (html: string): string => /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? ""
const sprite = (html: string): string => /href="(\/assets\/[\w-]+icons-first\.svg)#/.exec(html)?.[1] ?? ""

/** Bytes of a page and of its head's files, without answers of the service and fonts: bench/slowLine.ts counts all. */
const weight = (html: string): { readonly scripts: number; readonly all: number } => {
  const sum = (addresses: ReadonlyArray<string>) =>
    addresses.reduce((total, address) => total + onTheWire(address) + HEAD, 0)
  const scripts = sum(scriptsOf(html))
  return { scripts, all: scripts + page(html) + HEAD + sum([styleOf(html), sprite(html)]) }
}

/** kB of 1000 bytes, in steps of 5. Raise one only with a reason: on a slow line, 5 kB take 0.1 s. */
const budgets = [
  { address: "/login", scripts: 35, all: 45 },
  { address: "/manager/buckets", scripts: 70, all: 95 },
  { address: "/manager/buckets/weather", scripts: 85, all: 105, later: true },
  { address: "/manager/buckets/weather/permissions", scripts: 85, all: 105, later: true },
  { address: "/manager/buckets/weather/history", scripts: 90, all: 105, later: true },
  // 85.05 kB since the frame gives each page its scope and Cluster Admin has pages of usage
  { address: "/admin/users", scripts: 65, all: 90 }
]

describe("what a page fetches before anybody touches it", () => {
  let pages: ReadonlyMap<string, string>
  beforeAll(async () => {
    pages = await rendered(budgets.map(({ address }) => address))
  })

  for (const { address, all, scripts, ...rest } of budgets) {
    it(`${address}: at most ${scripts} kB of scripts, ${all} kB in all, in at most 12 files`, () => {
      const html = pages.get(address) ?? ""
      const weighed = weight(html)
      console.log(
        `${address}: scripts ${(weighed.scripts / 1000).toFixed(1)} kB in ${scriptsOf(html).length} files, all ` +
          `${(weighed.all / 1000).toFixed(1)} kB`
      )
      assert.isAtMost(scriptsOf(html).length, 12)
      assert.isAtMost(weighed.scripts, scripts * 1000)
      assert.isAtMost(weighed.all, all * 1000)
    })

    it(`${address}: nothing that only an interaction needs is linked, and what the head links is there`, () => {
      const html = pages.get(address) ?? ""
      assert.deepStrictEqual(
        scriptsOf(html).filter((href) => href.startsWith("/build/l-")),
        []
      )
      assert.match(html, /data-later="\/build\/l-/)
      for (const href of scriptsOf(html)) assert.isAbove(readFileSync(path.join(dist, href)).length, 0)
      assert.notInclude(html, "bundle-graph.json")
      if (!("later" in rest))
        assert.notInclude(html, "icons-other", "an icon of the frame is not among those that come first")
    })
  }

  it("every piece of code that a page names is in the script that it names, under a short name", () => {
    for (const [address, html] of pages) {
      const named = Array.from(html.matchAll(/\b([ql]-[\w-]{8}\.js)#(\w+)/g), ([, script = "", piece = ""]) => ({
        script,
        piece
      }))
      assert.isAtLeast(named.length, 5, address)
      for (const { piece, script } of named) {
        assert.match(piece, /^(s_\w{5}|_\w{1,3})$/, `${address}: ${script}`)
        assert.match(
          readFileSync(path.join(dist, "build", script), "utf8"),
          new RegExp(`\\b${piece}\\b`),
          `${address}: ${piece} of ${script}`
        )
      }
    }
  })

  it("is asked for in the head: the session, and what the page shows first", () => {
    assert.match(pages.get("/login") ?? "", /data-ask="\/api\/auth\/session \/api\/auth\/providers"/)
    const buckets = pages.get("/manager/buckets") ?? ""
    assert.match(buckets, /data-ask="\/api\/auth\/session \/api\/me\/execution-contexts\?workspace=manager"/)
    assert.match(
      buckets,
      /data-first="\/api\/manager\/buckets\?page=1&amp;page_size=50&amp;sort_by=name&amp;sort_dir=asc" data-in-context=""/
    )
    assert.match(
      pages.get("/admin/users") ?? "",
      /data-first="\/api\/admin\/users\?page=1&amp;page_size=50[^"]*"(?! data-in-context)/
    )
  })
})
