import type { BrowserContext, CDPSession, Page } from "playwright-core"

const slowLine = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }

export type Kind = "page" | "scripts" | "styles" | "fonts" | "pictures" | "answers" | "other"

export interface Travelled {
  readonly kind: Kind
  readonly address: string
  readonly bytes: number
  /** Seconds since navigation; null: unfinished or failed. */
  readonly asked: number
  readonly came: number | null
}

export interface Visit {
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

const LONGEST = 60_000

const listen = (devtools: CDPSession) => {
  const seen = new Map<string, Underway>()
  let began: number | undefined
  let last = performance.now()
  devtools.on("Network.requestWillBeSent", ({ request, requestId, timestamp, type }) => {
    if (!request.url.startsWith("http")) return
    began ??= timestamp
    last = performance.now()
    seen.set(requestId, {
      address: request.url,
      kind: kindOf(type ?? "", request.url),
      asked: timestamp - began,
      bytes: 0,
      came: null,
      cached: false
    })
  })
  devtools.on("Network.requestServedFromCache", ({ requestId }) => {
    const file = seen.get(requestId)
    if (file) file.cached = true
  })
  devtools.on("Network.responseReceived", ({ requestId, response }) => {
    const file = seen.get(requestId)
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
  devtools.on("Network.loadingFinished", ({ encodedDataLength, requestId, timestamp }) =>
    over(requestId, timestamp, encodedDataLength)
  )
  devtools.on("Network.loadingFailed", ({ requestId, timestamp }) => over(requestId, timestamp))
  return {
    rest: async (quiet: number) => {
      for (const end = performance.now() + LONGEST; performance.now() - last < quiet; ) {
        if (performance.now() > end)
          throw new Error(
            `not at rest within ${LONGEST / 1000} s; asked for last: ${[...seen.values()]
              .slice(-5)
              .map(({ address }) => address)
              .join(" ")}`
          )
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    files: (): ReadonlyArray<Travelled> =>
      [...seen.values()].map(({ cached, ...file }) => ({ ...file, bytes: cached ? 0 : file.bytes }))
  }
}

const seeing = (selector: string) => `(() => {
  const look = () => {
    const element = document.querySelector(${JSON.stringify(selector)})
    if (!element || element.getClientRects().length === 0) return requestAnimationFrame(look)
    requestAnimationFrame(() => { window.slowLineSeen = performance.now() / 1000 })
  }
  requestAnimationFrame(look)
})()`

/** Polls from outside: the page's CSP forbids the evaluation that waiting inside needs. */
const whenSeen = async (page: Page): Promise<number> => {
  for (const began = performance.now(); performance.now() - began < 60_000; ) {
    const seen = await page.evaluate<number | null>("window.slowLineSeen ?? null")
    if (seen !== null) return seen
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nothing to be seen on ${page.url()} within a minute`)
}

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

export const kilobytes = ({ files }: Visit, ...of: ReadonlyArray<Kind>): number =>
  files.reduce((total, { bytes, kind }) => total + (of.length === 0 || of.includes(kind) ? bytes : 0), 0) / 1000

export const scriptRequests = ({ files }: Visit): number =>
  files.filter(({ bytes, kind }) => kind === "scripts" && bytes > 0).length
