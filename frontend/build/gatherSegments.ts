import type { Plugin, Rollup } from "vite"
import { areaOf, commonOf, type Cut, LIVE, pageOf, phaseOf } from "./segmentGroups"

/** What Qwik notes about a segment that it cut out of a file. */
interface Segment {
  readonly ctxName: string
  readonly displayName: string
  readonly origin: string
}

type Meta = Rollup.ManualChunkMeta

/** The framework's heart: what every page runs, the same in every release of ours. */
const FRAMEWORK = /node_modules\/@builder\.io\/qwik\/dist\/(core|preloader)|@builder\.io\/qwik\/build$|preload-helper|client\/load-in-order/
/** Going from page to page: nobody does before they touched one. */
const ROUTER = /@(builder\.io\/)?qwik-city/
/** Files that become chunks by themselves: the loader, which is a script of its own, and packages that are imported when they are needed. */
const APART = /qwikloader|node_modules/

const cutOf = (id: string, meta: Meta): Cut | null => {
  const { segment } = (meta.getModuleInfo(id)?.meta ?? {}) as { readonly segment?: Segment }
  return segment ? { origin: segment.origin.replace(/^.*node_modules\//, ""), name: segment.displayName, kind: segment.ctxName } : null
}

type Leads = (id: string, called: boolean) => boolean

/** Everything that can be reached from some modules, them too; `leads` says what is followed. `called`: by way of it, an import where it is needed. */
const reach = (from: Iterable<string>, meta: Meta, leads: Leads): ReadonlySet<string> => {
  const seen = new Set(from)
  const waiting = [...seen]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const info = meta.getModuleInfo(id)
    const follow = (next: string, called: boolean) => {
      if (seen.has(next) || !leads(next, called)) return
      seen.add(next)
      waiting.push(next)
    }
    for (const next of info?.importedIds ?? []) follow(next, false)
    for (const next of info?.dynamicallyImportedIds ?? []) follow(next, true)
  }
  return seen
}

/** Which pages need each module, as far as `needs` says what one needs. */
const pagesOf = (meta: Meta, needs: (root: string) => Iterable<string>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, Array<string>>()
  for (const root of meta.getModuleIds()) {
    const page = pageOf(root)
    if (page === null) continue
    for (const id of needs(root)) {
      const known = found.get(id) ?? []
      if (!known.includes(page)) found.set(id, [...known, page])
    }
  }
  return found
}

const assign = (meta: Meta): ReadonlyMap<string, string> => {
  const cuts = new Map([...meta.getModuleIds()].map((id) => [id, cutOf(id, meta)]))
  const chunks = new Map<string, string>()
  /** Null for a file, of which pieces were cut. */
  const phase = (id: string) => { const cut = cuts.get(id) ?? null; return cut === null ? null : phaseOf(cut) }
  // a file that is imported by a call was put off on purpose
  const shown: Leads = (id, called) => pageOf(id) === null && phase(id) !== "later" && !(called && phase(id) === null)
  // what the service renders leads to pieces that run, but what it needs to be rendered again is not needed at first
  const first = pagesOf(meta, (root) => reach([...reach([root], meta, shown)].filter((id) => phase(id) === "first"), meta, (id, called) => !called && phase(id) === null))
  const ever = pagesOf(meta, (root) => reach([root], meta, (id) => pageOf(id) === null))
  for (const [id, cut] of cuts) {
    const origin = cut?.origin ?? id
    const pages = ever.get(id) ?? []
    const early = first.get(id)
    if (FRAMEWORK.test(id)) chunks.set(id, "core")
    else if (ROUTER.test(origin)) chunks.set(id, "later-router")
    else if (APART.test(id)) continue
    else if (LIVE.test(origin)) chunks.set(id, "live")
    else if (early) chunks.set(id, commonOf(early, pages, origin))
    else if (pages.length > 0 || cut) chunks.set(id, `later-${pages.length === 1 && pages[0] !== "shell" ? pages[0] : areaOf(origin)}`)
  }
  return chunks
}

/**
 * Puts the segments that Qwik cuts into few chunks: what every page runs before anybody touches it, what one page adds, and
 * apart from them what only an interaction needs, in files whose names begin with `l-`. Each segment alone is some hundred
 * bytes, which neither compresses nor travels well.
 */
export const gatherSegments = (): Plugin => ({
  name: "gather-segments",
  apply: "build",
  enforce: "post",
  onLog(_, log) {
    // chunks that import each other are fetched together: who wants one pays for both
    if (this.environment.name === "client" && log.code === "CIRCULAR_CHUNK") this.error(log)
  },
  outputOptions(options) {
    if (this.environment.name !== "client") return options
    const others = options.manualChunks
    let chunks: ReadonlyMap<string, string> | undefined
    const manualChunks: Rollup.GetManualChunk = (id, meta) => {
      chunks ??= assign(meta)
      return chunks.get(id) ?? (typeof others === "function" ? others(id, meta) : null)
    }
    // a chunk that holds an entry of Qwik's is named after that, whatever it was gathered as
    const names = ({ moduleIds }: Rollup.PreRenderedChunk) => `build/${moduleIds.some((id) => chunks?.get(id)?.startsWith("later")) ? "l" : "q"}-[hash].js`
    // a piece that another of its own chunk asks for comes in an object of its own: nobody asks that one what it is, or changes it
    return { ...options, manualChunks, chunkFileNames: names, entryFileNames: names, freeze: false, generatedCode: { symbols: false } }
  }
})
