import { Context, Effect, Layer, Option, Stream } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { Forbidden, GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { IamDetails, IamListEvent, IamUnused, UnusedIamEvent } from "#domain/iam/IamDetails.ts"
import type { PolicyHolder } from "#domain/iam/IamEntity.ts"
import { checkDocument } from "#domain/iam/IamDocument.ts"
import { Iam } from "./Iam.ts"
import { IamEntities, type IamRow } from "./IamEntities.ts"
import { makeIamTarget } from "./iamTarget.ts"
import { isGatewayPolicy } from "#domain/iam/rgwPolicies.ts"
import { isUnusedIamEmpty, mergeUnusedIam, NO_UNUSED_IAM, unusedIamOf, UNUSED_IAM_NOTE } from "./unusedIam.ts"

type Failure = Forbidden | GatewayFailure

/** A small first page is shown immediately. Source: IAM API reference, `MaxItems`. */
const [FIRST_PAGE_SIZE, PAGE_SIZE] = [100, 1_000]
const MAX_CONCURRENT_ROWS = 6
const DETAILS_PER_EVENT = 25

const emptyDetails = { keys: [], groups: [], members: [], attached: [], inline: [], fault: null }

export class IamOverview extends Context.Service<
  IamOverview,
  {
    readonly details: (
      context: ResolvedContext,
      entity: PolicyHolder,
      names: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<IamDetails>, Failure>
    readonly follow: (
      context: ResolvedContext,
      entity: PolicyHolder,
      details: boolean
    ) => Effect.Effect<Stream.Stream<IamListEvent, GatewayFailure>, Failure>
    readonly followUnused: (
      context: ResolvedContext
    ) => Effect.Effect<Stream.Stream<UnusedIamEvent, GatewayFailure>, Failure>
    readonly unused: (context: ResolvedContext) => Effect.Effect<IamUnused, Failure>
  }
>()("stowage/services/iam/IamOverview") {
  static readonly layer = Layer.effect(
    IamOverview,
    Effect.gen(function* () {
      const iam = yield* Iam
      const entities = yield* IamEntities
      const targetOf = yield* makeIamTarget

      const one =
        (target: S3Target, entity: PolicyHolder) =>
        (name: string): Effect.Effect<IamDetails, GatewayFailure> => {
          const namesOf = <E>(rows: Effect.Effect<ReadonlyArray<{ readonly name: string }>, E>) =>
            Effect.map(rows, (found) => found.map((row) => row.name))
          const noItems = Effect.succeed([])
          const read: Effect.Effect<IamDetails, NotFound | GatewayFailure> = Effect.map(
            Effect.all(
              {
                keys: entity === "users" ? iam.keys(target, name) : noItems,
                groups: entity === "users" ? namesOf(entities.groupsOf(target, name)) : noItems,
                members: entity === "groups" ? namesOf(iam.members(target, name)) : noItems,
                attached: iam.attached(target, entity, name),
                inline: entities.inlineNames(target, entity, name)
              },
              { concurrency: "unbounded" }
            ),
            (found) => ({ name, ...found, fault: null })
          )
          return Effect.catchTags(read, {
            NotFound: () => Effect.succeed({ ...emptyDetails, name, fault: "It is gone" }),
            StorageError: ({ detail }) => Effect.succeed({ ...emptyDetails, name, fault: detail }),
            StorageTimeout: () => Effect.succeed({ ...emptyDetails, name, fault: "The gateway did not answer in time" })
          })
        }

      const details = Effect.fn("IamOverview.details")(function* (
        context: ResolvedContext,
        entity: PolicyHolder,
        names: ReadonlyArray<string>
      ) {
        return yield* Effect.forEach(names, one(yield* targetOf(context), entity), { concurrency: MAX_CONCURRENT_ROWS })
      })

      const followed = (
        target: S3Target,
        entity: PolicyHolder,
        detailed: boolean
      ): Stream.Stream<IamListEvent, GatewayFailure> => {
        const names: Array<string> = []
        let emittedCount = 0
        const progress = (complete: boolean): IamListEvent => ({
          event: "progress",
          data: { listed: names.length, detailed: emittedCount, complete }
        })
        const pages = Stream.paginate(null as string | null, (marker: string | null) =>
          Effect.map(
            entities.page(target, entity, marker === null ? FIRST_PAGE_SIZE : PAGE_SIZE, marker),
            ({ items, next }) => {
              for (const { name } of items) names.push(name)
              const events: ReadonlyArray<IamListEvent> = [
                { event: "rows", data: { items } },
                progress(next === null && !detailed)
              ]
              return [events, Option.fromNullOr(next)] as const
            }
          )
        )
        if (!detailed) return pages
        const rest = Stream.suspend(() => Stream.fromIterable(names)).pipe(
          Stream.mapEffect(one(target, entity), { concurrency: MAX_CONCURRENT_ROWS }),
          Stream.groupedWithin(DETAILS_PER_EVENT, "250 millis"),
          Stream.flatMap((items) => {
            emittedCount += items.length
            const events: ReadonlyArray<IamListEvent> = [
              { event: "details", data: { items, detailed: emittedCount } },
              progress(emittedCount === names.length)
            ]
            return Stream.fromIterable(events)
          })
        )
        return Stream.concat(pages, rest)
      }

      const unusedOn = (target: S3Target): Stream.Stream<UnusedIamEvent, GatewayFailure> => {
        const attached = new Set<string>()
        const dialect = dialectOf(target.url)
        const count = { listed: 0, detailed: 0 }
        let unread = 0
        const shut = (row: IamRow) =>
          "trust_policy" in row && checkDocument(row.trust_policy, "trust", dialect, null).check.locks_out
        const through = (entity: PolicyHolder) =>
          Stream.paginate(null as string | null, (marker: string | null) =>
            Effect.map(
              entities.page(target, entity, marker === null ? FIRST_PAGE_SIZE : PAGE_SIZE, marker),
              ({ items, next }) => {
                count.listed += items.length
                return [items, Option.fromNullOr(next)] as const
              }
            )
          ).pipe(
            Stream.mapEffect(
              (row) => Effect.map(one(target, entity)(row.name), (details) => ({ details, isUnreadable: shut(row) })),
              { concurrency: MAX_CONCURRENT_ROWS }
            ),
            Stream.groupedWithin(DETAILS_PER_EVENT, "250 millis"),
            Stream.flatMap((scanned) => {
              count.detailed += scanned.length
              for (const { details } of scanned) for (const { arn } of details.attached) attached.add(arn)
              const unused = unusedIamOf(entity, scanned)
              unread += unused.unread.length
              const progress: UnusedIamEvent = { event: "progress", data: { ...count, complete: false } }
              return Stream.fromIterable<UnusedIamEvent>(
                isUnusedIamEmpty(unused) ? [progress] : [{ event: "found", data: unused }, progress]
              )
            })
          )
        const policies = Stream.unwrap(
          Effect.map(iam.policies(target), (all) =>
            Stream.fromIterable<UnusedIamEvent>([
              {
                event: "found",
                data: {
                  ...NO_UNUSED_IAM,
                  policies: unread > 0 ? [] : all.filter(({ arn }) => !isGatewayPolicy(arn) && !attached.has(arn))
                }
              },
              { event: "progress", data: { ...count, complete: true } }
            ])
          )
        )
        return Stream.concat(
          Stream.concat(Stream.concat(through("users"), through("groups")), through("roles")),
          policies
        )
      }

      const unused = Effect.fn("IamOverview.unused")(function* (context: ResolvedContext) {
        const all = yield* Stream.runFold(
          unusedOn(yield* targetOf(context)),
          () => NO_UNUSED_IAM,
          (found, { data, event }) => (event === "found" ? mergeUnusedIam(found, data) : found)
        )
        const emittedCount: IamUnused = { last_used_known: false, note: UNUSED_IAM_NOTE, ...all }
        return emittedCount
      })

      return IamOverview.of({
        details,
        unused,
        followUnused: (context) => Effect.map(targetOf(context), unusedOn),
        follow: (context, entity, detailed) =>
          Effect.map(targetOf(context), (target) => followed(target, entity, detailed))
      })
    })
  )
}
