import { Effect, Fiber, Semaphore } from "effect"
import type { ListedVersion, VersionPosition } from "./BucketContents.ts"

interface Page {
  readonly versions: ReadonlyArray<ListedVersion>
  readonly next: VersionPosition | null
}

export interface PagePiece {
  readonly versions: ReadonlyArray<ListedVersion>
  readonly page: { readonly next: VersionPosition | null; dealt: number; through: number; readonly size: number }
}

export const dispatchPages = Effect.fnUntraced(function* <E>(
  read: (after: VersionPosition | null) => Effect.Effect<Page, E>,
  begin: VersionPosition | null
) {
  const scope = yield* Effect.scope
  const mutex = Semaphore.makeUnsafe(1)
  const prefetch = (after: VersionPosition | null) => Effect.forkIn(read(after), scope)
  let pendingPage: Fiber.Fiber<Page, E> | null = yield* prefetch(begin)
  let openPages: ReadonlyArray<PagePiece["page"]> = []
  let versions: ReadonlyArray<ListedVersion> = []
  let versionCount = 0

  const take = Effect.fnUntraced(function* (maxVersions: number) {
    while (true) {
      const page = openPages.at(-1)
      if (page !== undefined && page.dealt < page.size) {
        const slice = versions.slice(page.dealt, page.dealt + maxVersions)
        page.dealt += slice.length
        return { versions: slice, page } satisfies PagePiece
      }
      if (pendingPage === null) return null
      const nextPage: Page = yield* Fiber.join(pendingPage)
      pendingPage = nextPage.next === null ? null : yield* prefetch(nextPage.next)
      versions = nextPage.versions
      versionCount += versions.length
      openPages = [...openPages, { next: nextPage.next, dealt: 0, through: 0, size: versions.length }]
    }
  })

  /** Returns the new position up to which all pieces are done, or null when unchanged. */
  const through = ({ page, versions }: PagePiece): VersionPosition | null => {
    page.through += versions.length
    let at: VersionPosition | null = null
    while (openPages[0] !== undefined && openPages[0].through === openPages[0].size && openPages[0].next !== null) {
      at = openPages[0].next
      openPages = openPages.slice(1)
    }
    return at
  }

  return { take: (maxVersions: number) => mutex.withPermit(take(maxVersions)), through, found: () => versionCount }
})
