import { Context, DateTime, Duration, Effect, Layer, Option, Result } from "effect"
import type { BucketSetting } from "#domain/buckets/changes/BucketChange.ts"
import { MAX_CHANGED_BUCKETS } from "#domain/buckets/changes/BucketChangeRequest.ts"
import { changeProposal, decideChange } from "#domain/buckets/changes/decideChange.ts"
import { settingKinds } from "#domain/buckets/changes/BucketChange.ts"
import type { Dialect } from "#domain/buckets/features/Feature.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import { draftSettings } from "#domain/buckets/templates/draftSettings.ts"
import {
  type BucketDrift,
  type BucketDriftPage,
  type CreateGoldenTemplate,
  type DifferingBuckets,
  type DriftState,
  driftStates,
  type GoldenTemplate,
  MAX_TEMPLATES,
  type TemplateDraft,
  type TemplateWithDrift,
  type UpdateGoldenTemplate
} from "#domain/buckets/templates/GoldenTemplate.ts"
import { DECISION_VERSION, templateDrift } from "#domain/buckets/templates/templateDrift.ts"
import { parseWorkbenchRequest } from "#domain/buckets/workbench/parseWorkbenchRequest.ts"
import { clusterScope, type WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import { workbenchQueries } from "#domain/buckets/workbench/workbenchQuery.ts"
import type { StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { Conflict, InvalidInput, NotFound, type Unavailable } from "#domain/platform/errors/Errors.ts"
import { makePage, type OffsetQuery, pageWindow } from "#domain/platform/Paging.ts"
import { parseFilter } from "#domain/platform/query/parseFilter.ts"
import { BucketWorkbench } from "#services/buckets/workbench/BucketWorkbench.ts"
import { FeatureReads } from "#services/buckets/workbench/FeatureReads.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { RowVersions } from "#services/platform/audit/RowVersions.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { type ComparedTemplate, DriftRecords, type DriftRow } from "./DriftRecords.ts"
import { TemplateRecords } from "./TemplateRecords.ts"

const READ_TIMEOUT = Duration.seconds(10)
const BUCKETS_PER_BATCH = 500
/** Comparisons between two turns of the event loop. */
const COMPARISONS_PER_TURN = 25
const SAMPLE_BUCKET = "bucket"
/** Excludes private tags: a template applies to all operators. */
const NO_USER = 0

type Endpoint = Pick<StorageEndpoint, "id" | "name" | "url">

export interface DriftPageQuery extends OffsetQuery<"name"> {
  readonly state?: ReadonlyArray<DriftState>
}

const entityOf = ({ id, name }: Pick<GoldenTemplate, "id" | "name">) => ({
  type: "golden_template",
  id: String(id),
  label: name
})

const scopeOf = (endpoint: Endpoint): WorkbenchScope => clusterScope(NO_USER, endpoint)

const checkFilter = (filter: CreateGoldenTemplate["filter"]): Effect.Effect<void, InvalidInput> => {
  const at = ["payload", "filter"]
  const parsed = parseFilter(workbenchQueries["cluster-admin"], filter, at)
  if (Result.isFailure(parsed)) return Effect.fail(new InvalidInput({ issues: parsed.failure }))
  const isPrivate = parsed.success.rules.findIndex((rule) => rule._tag === "Field" && rule.field === "private_tag")
  return isPrivate < 0
    ? Effect.void
    : InvalidInput.at(
        [...at, "rules", String(isPrivate), "field"].join("."),
        "Private tags differ between operators, for all of whom a template holds: use a shared tag"
      )
}

const checkSettings = (settings: ReadonlyArray<BucketSetting>, dialect: Dialect): Effect.Effect<void, InvalidInput> => {
  const issues = settings.flatMap((setting, index) => {
    const decision = decideChange(changeProposal(setting), { bucket: SAMPLE_BUCKET, dialect }, null, null)
    return decision._tag === "Refused"
      ? [{ path: ["payload", "settings", String(index)], message: decision.reason }]
      : []
  })
  return issues.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ issues }))
}

const nameConflict = (name: string) =>
  new Conflict({ code: "already_exists", detail: `The endpoint has a golden template ${name} already` })

export class GoldenTemplates extends Context.Service<
  GoldenTemplates,
  {
    /** A template that cannot be counted has a problem, and hides no other. */
    readonly list: (endpoint: Endpoint) => Effect.Effect<ReadonlyArray<TemplateWithDrift>>
    readonly create: (
      caller: Caller,
      endpoint: Endpoint,
      template: CreateGoldenTemplate
    ) => Effect.Effect<GoldenTemplate, InvalidInput | Conflict>
    readonly update: (
      caller: Caller,
      endpoint: Endpoint,
      id: number,
      template: UpdateGoldenTemplate
    ) => Effect.Effect<GoldenTemplate, InvalidInput | NotFound | Conflict>
    readonly remove: (caller: Caller, endpoint: Endpoint, id: number) => Effect.Effect<void, NotFound | Conflict>
    readonly drift: (
      endpoint: Endpoint,
      id: number,
      query: DriftPageQuery
    ) => Effect.Effect<BucketDriftPage, NotFound | InvalidInput | Unavailable>
    readonly differing: (
      endpoint: Endpoint,
      id: number
    ) => Effect.Effect<DifferingBuckets, NotFound | InvalidInput | Unavailable>
    readonly draft: (endpoint: Endpoint, bucketId: string) => Effect.Effect<TemplateDraft, NotFound>
  }
>()("stowage/services/buckets/templates/GoldenTemplates") {
  static readonly layer = Layer.effect(
    GoldenTemplates,
    Effect.gen(function* () {
      const records = yield* TemplateRecords
      const drifts = yield* DriftRecords
      const workbench = yield* BucketWorkbench
      const reads = yield* FeatureReads
      const audited = yield* Audited
      const versions = yield* RowVersions
      const transaction = yield* Transaction

      const get = Effect.fnUntraced(function* (endpoint: Endpoint, id: number) {
        return (
          (yield* records.find(endpoint.id, id)) ?? (yield* new NotFound({ entity: "Golden template", id: String(id) }))
        )
      })

      const checked = (endpoint: Endpoint, { filter, settings }: CreateGoldenTemplate) =>
        Effect.andThen(checkFilter(filter), checkSettings(settings, dialectOf(endpoint.url)))

      const create = Effect.fn("GoldenTemplates.create")(
        (caller: Caller, endpoint: Endpoint, template: CreateGoldenTemplate) =>
          Effect.gen(function* () {
            yield* checked(endpoint, template)
            yield* versions.lockAssociations
            if ((yield* records.list(endpoint.id)).length >= MAX_TEMPLATES)
              return yield* new Conflict({
                code: "conflict",
                detail: `An endpoint has at most ${MAX_TEMPLATES} golden templates: delete one first`
              })
            return (
              (yield* records.add(endpoint.id, template, yield* DateTime.now)) ?? (yield* nameConflict(template.name))
            )
          }).pipe(
            audited.rows("golden_template.create", (made: GoldenTemplate) => entityOf(made), {
              by: byCaller(caller, "cluster-admin"),
              message: `A golden template of ${endpoint.name} was created`,
              metadata: (made) => ({ ...made, endpoint_id: endpoint.id })
            })
          )
      )

      const update = Effect.fn("GoldenTemplates.update")(
        (caller: Caller, endpoint: Endpoint, id: number, { version, ...template }: UpdateGoldenTemplate) =>
          transaction.run(
            Effect.gen(function* () {
              yield* versions.lockAssociations
              const before = yield* get(endpoint, id)
              yield* versions.lock("golden_template", id, version)
              yield* checked(endpoint, template)
              return yield* Effect.gen(function* () {
                return (
                  (yield* records.update(id, template, yield* DateTime.now)) ?? (yield* nameConflict(template.name))
                )
              }).pipe(
                audited.rows("golden_template.update", (after: GoldenTemplate) => entityOf(after), {
                  by: byCaller(caller, "cluster-admin"),
                  message: `A golden template of ${endpoint.name} was changed`,
                  metadata: (after) => ({ before: { ...before }, after: { ...after } })
                })
              )
            })
          )
      )

      const remove = Effect.fn("GoldenTemplates.remove")((caller: Caller, endpoint: Endpoint, id: number) =>
        transaction.run(
          Effect.gen(function* () {
            yield* versions.lockAssociations
            const template = yield* get(endpoint, id)
            yield* records.remove(id).pipe(
              audited.rows("golden_template.delete", entityOf(template), {
                by: byCaller(caller, "cluster-admin"),
                message: `A golden template of ${endpoint.name} was deleted`,
                metadata: { ...template }
              })
            )
          })
        )
      )

      const comparedOf = Effect.fnUntraced(function* (endpoint: Endpoint, template: GoldenTemplate) {
        const compared: ComparedTemplate = {
          id: template.id,
          basis: [template.version, dialectOf(endpoint.url), DECISION_VERSION].join(" "),
          kinds: template.settings.map(({ kind }) => kind),
          scope: scopeOf(endpoint),
          request: yield* parseWorkbenchRequest("cluster-admin", ["filter"], {}, template.filter)
        }
        return compared
      })

      const verdictOf = (
        { settings }: GoldenTemplate,
        endpoint: Endpoint,
        { documentOf, name }: Pick<DriftRow, "documentOf" | "name">
      ) => templateDrift(settings, { bucket: name, dialect: dialectOf(endpoint.url) }, documentOf)

      const compare = Effect.fnUntraced(function* (
        endpoint: Endpoint,
        template: GoldenTemplate,
        compared: ComparedTemplate
      ) {
        for (;;) {
          const pending = yield* drifts.pending(compared, BUCKETS_PER_BATCH)
          if (pending.length === 0) return
          const verdicts = yield* Effect.forEach(pending, (bucket, index) => {
            const { settings, state } = verdictOf(template, endpoint, bucket)
            const { name, place, revision, tenant } = bucket
            const differing = settings.flatMap((one) => (one.state === "differs" ? [one.kind] : []))
            const verdict = { place, tenant, name, revision, state, differing }
            return index % COMPARISONS_PER_TURN === 0 ? Effect.as(Effect.yieldNow, verdict) : Effect.succeed(verdict)
          })
          yield* drifts.write(compared, verdicts)
        }
      })

      const prepare = Effect.fnUntraced(function* (
        endpoint: Endpoint,
        templates: ReadonlyArray<readonly [GoldenTemplate, ComparedTemplate]>
      ) {
        const kinds = new Set(templates.flatMap(([{ settings }]) => settings.map(({ kind }) => kind)))
        const whole = Effect.gen(function* () {
          for (const [, { request, scope }] of templates) yield* workbench.readParts(scope, request, [])
          yield* reads.features(scopeOf(endpoint), [...kinds], null, true)
          for (const [template, compared] of templates) yield* compare(endpoint, template, compared)
        })
        return Option.isSome(yield* Effect.timeoutOption(whole, READ_TIMEOUT))
      })

      const unfinished = "Some buckets are still being read and compared: they count as unknown"

      const list = Effect.fn("GoldenTemplates.list")(function* (endpoint: Endpoint) {
        const templates = yield* records.list(endpoint.id)
        // the listing first: only its buckets have features
        const parsed = yield* Effect.forEach(templates, (template) =>
          Effect.result(
            Effect.gen(function* () {
              const compared = yield* comparedOf(endpoint, template)
              const { listing, warnings } = yield* workbench.snapshot(compared.scope, {
                ...compared.request,
                page: 1,
                page_size: 1
              })
              return { compared, warnings: listing.state === "complete" ? warnings : [...warnings, partial] }
            })
          )
        )
        const isWhole = yield* prepare(
          endpoint,
          templates.flatMap((template, index) => {
            const one = parsed[index]
            return one !== undefined && Result.isSuccess(one) ? [[template, one.success.compared] as const] : []
          })
        )
        return yield* Effect.forEach(templates, (template, index) => {
          const one = parsed[index]
          if (one === undefined || Result.isFailure(one)) {
            const failure = one?.failure
            const problem = failure?._tag === "Unavailable" ? failure.detail : (failure?.message ?? null)
            return Effect.succeed<TemplateWithDrift>({ ...template, drift: null, problem })
          }
          const { compared, warnings } = one.success
          return Effect.map(
            drifts.page(compared, { states: [], page: 1, page_size: 1 }),
            ({ counts }): TemplateWithDrift => ({
              ...template,
              drift: counts,
              problem: [...warnings, ...(isWhole ? [] : [unfinished])].join(". ") || null
            })
          )
        })
      })

      const prepared = Effect.fnUntraced(function* (endpoint: Endpoint, id: number) {
        const template = yield* get(endpoint, id)
        const compared = yield* comparedOf(endpoint, template)
        const { listing, warnings } = yield* workbench.snapshot(compared.scope, {
          ...compared.request,
          page: 1,
          page_size: 1
        })
        const isWhole = yield* prepare(endpoint, [[template, compared]])
        return {
          template,
          compared,
          listing,
          warnings: [...warnings, ...(listing.state === "complete" ? [] : [partial]), ...(isWhole ? [] : [unfinished])]
        }
      })

      const drift = Effect.fn("GoldenTemplates.drift")(function* (
        endpoint: Endpoint,
        id: number,
        query: DriftPageQuery
      ) {
        const { compared, listing, template, warnings } = yield* prepared(endpoint, id)
        const { page, pageSize } = pageWindow(query)
        const states = query.state ?? driftStates
        const { counts, items } = yield* drifts.page(compared, { states, page, page_size: pageSize })
        const total = [...new Set(states)].reduce((sum, state) => sum + counts[state], 0)
        const rows = items.map((row): BucketDrift => {
          const { id: rowId, is_compared, name, owner, read_at, state, tenant } = row
          const { settings } = verdictOf(template, endpoint, row)
          return {
            id: rowId,
            name,
            tenant,
            owner,
            state,
            read_at,
            settings: is_compared
              ? settings
              : settings.map((one) =>
                  one.state === "unknown"
                    ? one
                    : {
                        ...one,
                        state: "unknown",
                        wanted: null,
                        detail: "",
                        reason: "not_compared",
                        problem: "It is not compared yet"
                      }
                )
          }
        })
        const driftPage: BucketDriftPage = {
          ...makePage(rows, total, page, pageSize, counts.total),
          counts,
          listing,
          warnings
        }
        return driftPage
      })

      const differing = Effect.fn("GoldenTemplates.differing")(function* (endpoint: Endpoint, id: number) {
        const { compared } = yield* prepared(endpoint, id)
        const ids = yield* drifts.differing(compared, MAX_CHANGED_BUCKETS)
        const { counts } = yield* drifts.page(compared, { states: [], page: 1, page_size: 1 })
        const differingBuckets: DifferingBuckets = { ids, total: counts.differs }
        return differingBuckets
      })

      const draft = Effect.fn("GoldenTemplates.draft")(function* (endpoint: Endpoint, bucketId: string) {
        const scope = scopeOf(endpoint)
        const missing = new NotFound({ entity: "Bucket", id: bucketId })
        const bucket = (yield* drifts.bucket(scope, bucketId)) ?? (yield* missing)
        yield* Effect.timeoutOption(reads.features(scope, settingKinds, [bucket.name], true), READ_TIMEOUT)
        const { documentOf, name } = (yield* drifts.bucket(scope, bucketId)) ?? (yield* missing)
        return draftSettings(name, documentOf)
      })

      return GoldenTemplates.of({ list, create, update, remove, drift, differing, draft })
    })
  )
}

const partial = "The list of buckets is not complete: buckets that are not listed are not compared"
