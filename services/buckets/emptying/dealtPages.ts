import { Effect, Fiber, Semaphore } from "effect"
import type { ListedVersion, VersionPosition } from "./BucketContents.ts"

interface Page {
  readonly versions: ReadonlyArray<ListedVersion>
  readonly next: VersionPosition | null
}

/** Of one page. */
export interface Piece {
  readonly versions: ReadonlyArray<ListedVersion>
  readonly page: { readonly next: VersionPosition | null; dealt: number; through: number; readonly size: number }
}

/** Pages of versions, dealt out in pieces to many while the next page is being read. */
export const dealtPages = Effect.fnUntraced(function*<E>(read: (after: VersionPosition | null) => Effect.Effect<Page, E>, begin: VersionPosition | null) {
  const scope = yield* Effect.scope
  const one = Semaphore.makeUnsafe(1)
  const ahead = (after: VersionPosition | null) => Effect.forkIn(read(after), scope)
  let reading: Fiber.Fiber<Page, E> | null = yield* ahead(begin)
  let open: ReadonlyArray<Piece["page"]> = []
  let versions: ReadonlyArray<ListedVersion> = []
  let found = 0

  /** The next so many, or fewer; null at the end. */
  const take = Effect.fnUntraced(function*(most: number) {
    while (true) {
      const page = open.at(-1)
      if (page !== undefined && page.dealt < page.size) {
        const some = versions.slice(page.dealt, page.dealt + most)
        page.dealt += some.length
        return { versions: some, page } satisfies Piece
      }
      if (reading === null) return null
      const arrived: Page = yield* Fiber.join(reading)
      reading = arrived.next === null ? null : yield* ahead(arrived.next)
      versions = arrived.versions
      found += versions.length
      open = [...open, { next: arrived.next, dealt: 0, through: 0, size: versions.length }]
    }
  })

  /** A piece is through. Answers up to where everything is now, or null: no further than before. */
  const through = ({ page, versions }: Piece): VersionPosition | null => {
    page.through += versions.length
    let at: VersionPosition | null = null
    // what was read last tells nobody where to go on
    while (open[0] !== undefined && open[0].through === open[0].size && open[0].next !== null) {
      at = open[0].next
      open = open.slice(1)
    }
    return at
  }

  return { take: (most: number) => one.withPermit(take(most)), through, found: () => found }
})
