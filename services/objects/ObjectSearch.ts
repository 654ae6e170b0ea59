import { Clock, Context, Effect, Layer, Option, Stream } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { keyOrder } from "#domain/objects/keyOrder.ts"
import type { ObjectPage } from "#domain/objects/ObjectListing.ts"
import type { FoundEntry, SearchEvent, SearchRequest } from "#domain/objects/ObjectSearch.ts"
import { searchPages } from "#domain/objects/searchMatch.ts"
import { ObjectStore } from "./ObjectStore.ts"

const pageSize = 1_000
const PROGRESS_INTERVAL_MS = 250

type Failure = NotFound | GatewayFailure

export class ObjectSearch extends Context.Service<
  ObjectSearch,
  {
    /** Matches and progress, then the end. Reads a page before it returns, so that refusals are typed errors. */
    readonly search: (
      context: ResolvedContext,
      bucket: string,
      wanted: SearchRequest
    ) => Effect.Effect<Stream.Stream<SearchEvent, Failure>, Failure>
  }
>()("stowage/services/objects/ObjectSearch") {
  static readonly layer = Layer.effect(
    ObjectSearch,
    Effect.gen(function* () {
      const store = yield* ObjectStore

      const search = Effect.fn("ObjectSearch.search")(function* (
        context: ResolvedContext,
        bucket: string,
        searchRequest: SearchRequest
      ) {
        const delimiter = searchRequest.recursive ? "" : "/"
        const narrow =
          searchRequest.exact &&
          searchRequest.caseSensitive &&
          !searchRequest.recursive &&
          !searchRequest.text.includes("/")
            ? searchRequest.text
            : ""
        const read = (continuationToken: string | null) =>
          store.list(context.s3, bucket, {
            prefix: searchRequest.prefix + narrow,
            delimiter,
            startAfter: searchRequest.startAfter,
            continuationToken,
            maxKeys: pageSize
          })
        const first = yield* read(null)

        return Stream.suspend(() => {
          const lookAt = searchPages(searchRequest)
          let inspectedCount = 0
          let matchCount = 0
          let last: string | null = null
          let full = false
          let lastProgressAt = 0
          const take = (page: ObjectPage, entries: ReadonlyArray<FoundEntry>): ReadonlyArray<FoundEntry> => {
            const limit = searchRequest.limit - matchCount
            // a folder and the object of its key share one position, so both are returned
            const room = limit > 0 && entries[limit]?.key === entries[limit - 1]?.key ? limit + 1 : limit
            full = entries.length > room || (entries.length === room && page.next_continuation_token !== null)
            const sentEntries = entries.slice(0, room)
            const end = entries.length > room ? sentEntries.at(-1)?.key : undefined
            inspectedCount +=
              end === undefined ? page.objects.length : page.objects.filter(({ key }) => keyOrder(key, end) <= 0).length
            const ends = [page.objects.at(-1)?.key, page.prefixes.at(-1)].filter((key) => key !== undefined)
            last = end ?? ends.sort(keyOrder).at(-1) ?? last
            matchCount += sentEntries.length
            return sentEntries
          }
          const steps = Stream.paginate<ObjectPage, ObjectPage, Failure>(first, (page) =>
            full || page.next_continuation_token === null
              ? Effect.succeed([[page], Option.none<ObjectPage>()])
              : Effect.map(read(page.next_continuation_token), (next) => [[page], Option.some(next)] as const)
          ).pipe(
            Stream.mapEffect((page) =>
              Effect.map(Clock.currentTimeMillis, (at): ReadonlyArray<SearchEvent> => {
                if (full) return []
                const items = take(page, lookAt(page))
                const isProgressDue = at - lastProgressAt >= PROGRESS_INTERVAL_MS
                if (isProgressDue) lastProgressAt = at
                return [
                  ...(items.length === 0 ? [] : [{ event: "found" as const, data: { items } }]),
                  ...(isProgressDue
                    ? [
                        {
                          event: "progress" as const,
                          data: { looked: inspectedCount, found: matchCount, last_key: last }
                        }
                      ]
                    : [])
                ]
              })
            ),
            Stream.takeUntil(() => full),
            Stream.flatMap((events) => Stream.fromIterable(events))
          )
          const result = Effect.sync(
            (): SearchEvent => ({
              event: "result",
              data: { looked: inspectedCount, found: matchCount, last_key: last, complete: !full }
            })
          )
          return Stream.concat(steps, Stream.fromEffect(result))
        })
      })

      return ObjectSearch.of({ search })
    })
  )
}
