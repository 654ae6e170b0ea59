import type { BrowserContext, CDPSession, Page } from "playwright-core"

/** 400 ms until a request is answered, 400 kbit/s either way. */
const slowLine = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }

export type Kind = "page" | "scripts" | "styles" | "fonts" | "pictures" | "answers" | "other"

/** One file that travelled, with its headers. */
export interface Travelled {
  readonly kind: Kind
  readonly address: string
  /** Bytes on the wire, headers and all; none where the browser had it. */
  readonly bytes: number
  /** When it was asked for, and when it had come whole, in seconds since the page was. Null: it never ends, or failed. */
  readonly asked: number
  readonly came: number | null
}

/** What a page fetches until it is at rest, with nobody touching it. */
export interface Visit {
  /** Until what the page is for can be seen, in seconds. */
  readonly seconds: number
  readonly files: ReadonlyArray<Travelled>
}

const kindOf = (type: string, url: string): Kind => {
  const { pathname } = new URL(url)
  if (pathname.startsWith("/api/")) return "answers"
  if (pathname.endsWith(".js") || pathname.endsWith("-bundle-graph.json") || type === "Script") return "scripts"
  if (type === "Document") return "page"
  if (type === "Stylesheet") return "styles"
  if (type === "Font") return "fonts"
  return pathname.endsWith(".svg") ? "pictures" : "other"
}

interface Underway {
  readonly address: string
  readonly kind: Kind
  readonly asked: number
  bytes: number
  came: number | null
  cached: boolean
}

/** How long a page may go on fetching after it was seen, in milliseconds. */
const LONGEST = 60_000

/** Hears everything that a page's network does, until `files` is read. */
const listen = (devtools: CDPSession) => {
  const seen = new Map<string, Underway>()
  let began: number | undefined
  let last = performance.now()
  devtools.on("Network.requestWillBeSent", ({ request, requestId, timestamp, type }) => {
    if (!request.url.startsWith("http")) return
    began ??= timestamp
    last = performance.now()
    seen.set(requestId, { address: request.url, kind: kindOf(type ?? "", request.url), asked: timestamp - began, bytes: 0, came: null, cached: false })
  })
  devtools.on("Network.requestServedFromCache", ({ requestId }) => {
    const file = seen.get(requestId)
    if (file) file.cached = true
  })
  devtools.on("Network.responseReceived", ({ requestId, response }) => {
    const file = seen.get(requestId)
    // what a stream has sent so far counts from its head on
    if (file) file.bytes = response.encodedDataLength
    if (file && response.fromDiskCache) file.cached = true
  })
  devtools.on("Network.dataReceived", ({ encodedDataLength, requestId }) => {
    const file = seen.get(requestId)
    if (file) file.bytes += encodedDataLength
  })
  const over = (requestId: string, timestamp: number, bytes?: number) => {
    const file = seen.get(requestId)
    if (!file) return
    last = performance.now()
    file.came = timestamp - (began ?? timestamp)
    if (bytes !== undefined) file.bytes = bytes
  }
  devtools.on("Network.loadingFinished", ({ encodedDataLength, requestId, timestamp }) => over(requestId, timestamp, encodedDataLength))
  devtools.on("Network.loadingFailed", ({ requestId, timestamp }) => over(requestId, timestamp))
  return {
    /** Waits until nothing was asked for or arrived for so long, in milliseconds; a page that asks again and again is never at rest. */
    rest: async (quiet: number) => {
      for (const end = performance.now() + LONGEST; performance.now() - last < quiet;) {
        if (performance.now() > end) throw new Error(`not at rest within ${LONGEST / 1000} s; asked for last: ${[...seen.values()].slice(-5).map(({ address }) => address).join(" ")}`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    files: (): ReadonlyArray<Travelled> => [...seen.values()].map(({ cached, ...file }) => ({ ...file, bytes: cached ? 0 : file.bytes }))
  }
}

/** When what `selector` names can first be seen: it is there, the page's style has come, and a frame was painted since. */
const seeing = (selector: string) => `(() => {
  const look = () => {
    const element = document.querySelector(${JSON.stringify(selector)})
    if (!element || element.getClientRects().length === 0) return requestAnimationFrame(look)
    requestAnimationFrame(() => { window.slowLineSeen = performance.now() / 1000 })
  }
  requestAnimationFrame(look)
})()`

/** Asked from outside: what waits inside a page evaluates, which its policy forbids. */
const whenSeen = async (page: Page): Promise<number> => {
  for (const began = performance.now(); performance.now() - began < 60_000;) {
    const seen = await page.evaluate<number | null>("window.slowLineSeen ?? null")
    if (seen !== null) return seen
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nothing to be seen on ${page.url()} within a minute`)
}

/** Opens an address in a new tab on the slow line and leaves it alone for a while. `shows`: what the page is for, as a selector. */
export const visit = async (context: BrowserContext, address: string, shows: string): Promise<Visit> => {
  const page: Page = await context.newPage()
  try {
    const devtools = await context.newCDPSession(page)
    await devtools.send("Network.enable")
    await devtools.send("Network.emulateNetworkConditions", slowLine)
    await page.addInitScript(seeing(shows))
    const network = listen(devtools)
    await page.goto(address, { waitUntil: "commit", timeout: 60_000 })
    const seconds = await whenSeen(page)
    await network.rest(3_000)
    return { seconds, files: network.files() }
  } finally {
    await page.close()
  }
}

export const kinds = ["page", "scripts", "styles", "fonts", "pictures", "answers", "other"] as const

/** Kilobytes (1000 bytes) of these kinds; of all, where none is named. */
export const kilobytes = ({ files }: Visit, ...of: ReadonlyArray<Kind>): number =>
  files.reduce((total, { bytes, kind }) => total + (of.length === 0 || of.includes(kind) ? bytes : 0), 0) / 1000

/** Scripts that were asked of the service: those that the browser had cost nothing. */
export const scriptRequests = ({ files }: Visit): number => files.filter(({ bytes, kind }) => kind === "scripts" && bytes > 0).length
