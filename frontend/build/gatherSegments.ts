import type { Plugin, Rollup } from "vite"
import { areaOf, commonOf, type Cut, LIVE, pageOf, phaseOf } from "./segmentGroups"

interface Segment {
  readonly ctxName: string
  readonly displayName: string
  readonly origin: string
}

type Meta = Rollup.ManualChunkMeta

/** Unchanged between our releases. */
const FRAMEWORK =
  /node_modules\/@builder\.io\/qwik\/dist\/(core|preloader)|@builder\.io\/qwik\/build$|preload-helper|client\/load-in-order/
const ROUTER = /@(builder\.io\/)?qwik-city/
const OWN_CHUNK = /qwikloader|node_modules/

const cutOf = (id: string, meta: Meta): Cut | null => {
  const { segment } = (meta.getModuleInfo(id)?.meta ?? {}) as { readonly segment?: Segment }
  return segment
    ? { origin: segment.origin.replace(/^.*node_modules\//, ""), name: segment.displayName, kind: segment.ctxName }
    : null
}

type Leads = (id: string, called: boolean) => boolean

/** Includes `from`. `called`: the edge is a dynamic import. */
const reach = (from: Iterable<string>, meta: Meta, leads: Leads): ReadonlySet<string> => {
  const reached = new Set(from)
  const waiting = [...reached]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const info = meta.getModuleInfo(id)
    const follow = (next: string, called: boolean) => {
      if (reached.has(next) || !leads(next, called)) return
      reached.add(next)
      waiting.push(next)
    }
    for (const next of info?.importedIds ?? []) follow(next, false)
    for (const next of info?.dynamicallyImportedIds ?? []) follow(next, true)
  }
  return reached
}

const pagesOf = (meta: Meta, needs: (root: string) => Iterable<string>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const pagesById = new Map<string, Array<string>>()
  for (const root of meta.getModuleIds()) {
    const page = pageOf(root)
    if (page === null) continue
    for (const id of needs(root)) {
      const known = pagesById.get(id) ?? []
      if (!known.includes(page)) pagesById.set(id, [...known, page])
    }
  }
  return pagesById
}

const assign = (meta: Meta): ReadonlyMap<string, string> => {
  const cuts = new Map([...meta.getModuleIds()].map((id) => [id, cutOf(id, meta)]))
  const chunks = new Map<string, string>()
  const phase = (id: string) => {
    const cut = cuts.get(id) ?? null
    return cut === null ? null : phaseOf(cut)
  }
  // Dynamic imports are deferred on purpose.
  const shown: Leads = (id, called) => pageOf(id) === null && phase(id) !== "later" && !(called && phase(id) === null)
  // Rendered components contain first segments, but their own render code is not needed first.
  const first = pagesOf(meta, (root) =>
    reach(
      [...reach([root], meta, shown)].filter((id) => phase(id) === "first"),
      meta,
      (id, called) => !called && phase(id) === null
    )
  )
  const ever = pagesOf(meta, (root) => reach([root], meta, (id) => pageOf(id) === null))
  for (const [id, cut] of cuts) {
    const origin = cut?.origin ?? id
    const pages = ever.get(id) ?? []
    const early = first.get(id)
    if (FRAMEWORK.test(id)) chunks.set(id, "core")
    else if (ROUTER.test(origin)) chunks.set(id, "later-router")
    else if (OWN_CHUNK.test(id)) continue
    else if (LIVE.test(origin)) chunks.set(id, "live")
    else if (early) chunks.set(id, commonOf(early, pages, origin))
    else if (pages.length > 0 || cut)
      chunks.set(id, `later-${pages.length === 1 && pages[0] !== "shell" ? pages[0] : areaOf(origin)}`)
  }
  return chunks
}

/** Groups Qwik's segments into few chunks: segments of some hundred bytes neither compress nor transfer well. */
export const gatherSegments = (): Plugin => ({
  name: "gather-segments",
  apply: "build",
  enforce: "post",
  onLog(_, log) {
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
    const names = ({ moduleIds }: Rollup.PreRenderedChunk) =>
      `build/${moduleIds.some((id) => chunks?.get(id)?.startsWith("later")) ? "l" : "q"}-[hash].js`
    // Omits boilerplate of namespace objects that nothing inspects.
    return {
      ...options,
      manualChunks,
      chunkFileNames: names,
      entryFileNames: names,
      freeze: false,
      generatedCode: { symbols: false }
    }
  }
})
