import { Context, Effect, Layer, Redacted, Result, Schema } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { ApplyDocument } from "#domain/fleet/apply/ApplyDocument.ts"
import type { AppliedChange, ApplyExport, ApplyReport, ApplyRequest, OnError } from "#domain/fleet/apply/ApplyPlan.ts"
import { exportDocument, exportedEntries } from "#domain/fleet/apply/ApplyState.ts"
import { type ApplyPlan, planApply, planText, type SecretFact } from "#domain/fleet/apply/planApply.ts"
import { referenceKey, type SecretReference } from "#domain/fleet/apply/SecretReference.ts"
import { type Entry, entryKey, entrySecrets, ruleOf, type Section, sections } from "#domain/fleet/apply/sections.ts"
import {
  Conflict,
  type DomainError,
  type Forbidden,
  type InputIssue,
  InvalidInput
} from "#domain/platform/errors/Errors.ts"
import { decodeInput } from "#domain/platform/errors/decodeInput.ts"
import { CurrentStepUp } from "#domain/identity/CurrentStepUp.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { featureAddresses } from "#services/gateways/endpoints/featureAddresses.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { applyReport, changeProblem, reportedChange } from "./applyReport.ts"
import { makeSteps } from "./applySteps.ts"
import { ApplyStates, type ReadState } from "./ApplyStates.ts"
import { DocumentText } from "./DocumentText.ts"
import type { ReadEntry } from "./sectionWork.ts"

export type Located = (issue: InputIssue) => InputIssue

export interface ApplyInput {
  readonly document: ApplyDocument
  readonly secrets: ReadonlyMap<string, Redacted.Redacted>
  readonly dryRun: boolean
  readonly onError: OnError
  readonly planHash: string | undefined
  readonly mostChanges: number | null
  readonly located: Located
}

const heading =
  " What this installation is, as `stowage apply` takes it. Nothing is changed by applying it is.\n" +
  " Secrets are never written: where something is to be made anew elsewhere, say where each of them is."

const below = (root: ReadonlyArray<string>, { message, path }: InputIssue): InputIssue => ({
  path: [...root, ...path],
  message
})
const inPayload = ({ issues }: InvalidInput) =>
  new InvalidInput({ issues: issues.map((issue) => below(["payload"], issue)) })

export const MAX_CHANGES_PER_REQUEST = 1_000

const entity = { type: "configuration", id: null, label: null }

export class Apply extends Context.Service<
  Apply,
  {
    readonly read: (
      text: string
    ) => Effect.Effect<{ readonly document: ApplyDocument; readonly located: Located }, InvalidInput>
    /** Failures of single changes are in the report; an invalid document fails before any change. */
    readonly apply: (
      caller: Caller,
      input: ApplyInput
    ) => Effect.Effect<ApplyReport, InvalidInput | Conflict | Forbidden>
    readonly request: (
      caller: Caller,
      request: ApplyRequest
    ) => Effect.Effect<ApplyReport, InvalidInput | Conflict | Forbidden>
    readonly exported: (withGateways: boolean) => Effect.Effect<ApplyExport>
  }
>()("stowage/services/fleet/apply/Apply") {
  static readonly layer = Layer.effect(
    Apply,
    Effect.gen(function* () {
      const states = yield* ApplyStates
      const texts = yield* DocumentText
      const audited = yield* Audited
      const { digest, same } = yield* Secrets
      const step = yield* makeSteps

      const read = Effect.fn("Apply.read")(function* (text: string) {
        const { placeOf, value } = yield* texts.read(text)
        const located: Located = ({ message, path }) => {
          const place = placeOf(path)
          return {
            path: ["source", ...path],
            message: place === null ? message : `${message} (line ${place.line}, column ${place.column})`
          }
        }
        const document = yield* decodeInput(ApplyDocument, value, "").pipe(
          Effect.mapError(
            ({ issues }) =>
              new InvalidInput({ issues: issues.map(({ message, path }) => located({ path: path.slice(1), message })) })
          )
        )
        return { document, located }
      })

      const plan = Effect.fn("Apply.plan")(function* (
        document: ApplyDocument,
        secrets: ApplyInput["secrets"],
        state: ReadState
      ) {
        const facts = new Map<string, SecretFact>()
        const missing = new Map<string, SecretReference>()
        const storedByKey = new Map<string, ReadEntry<Section>>(
          sections.flatMap((section) =>
            state[section].map((one: ReadEntry<Section>) => [entryKey(section, one.entry), one] as const)
          )
        )
        for (const { entry, key, path, section } of entriesOf(document)) {
          const { secretsOnCreateOnly = false } = ruleOf(section)
          for (const [field, reference] of entrySecrets(section, entry)) {
            if (reference === null) continue
            const sent = secrets.get(referenceKey(reference))
            const stored = storedByKey.get(key)
            if (sent === undefined && (!secretsOnCreateOnly || stored === undefined))
              missing.set(referenceKey(reference), reference)
            if (stored === undefined || secretsOnCreateOnly) continue
            const storedSecret = yield* stored.storedSecret?.(field) ?? Effect.succeed(null)
            facts.set(
              [...path, field].join("."),
              sent === undefined
                ? "unsent"
                : storedSecret !== null && same(Redacted.value(storedSecret), Redacted.value(sent))
                  ? "same"
                  : "different"
            )
          }
        }
        const issues = (document.storage_endpoints ?? []).flatMap(({ features_config }, index) =>
          features_config === undefined
            ? []
            : featureAddresses(features_config).issues.map(({ message, path }) => ({
                path: ["storage_endpoints", String(index), ...path.slice(1)],
                message
              }))
        )
        const made = planApply(document, state, (path) => facts.get(path) ?? "unsent")
        return { ...made, issues: [...issues, ...made.issues], missing: [...missing.values()] }
      })

      const apply = Effect.fn("Apply.apply")(function* (
        caller: Caller,
        { document, dryRun, located, mostChanges, onError, planHash, secrets }: ApplyInput
      ) {
        const present = yield* states.read(keysWithGateway(document))
        const planned = yield* plan(document, secrets, present)
        if (planned.issues.length > 0)
          return yield* new InvalidInput({ issues: planned.issues.slice(0, 100).map(located) })
        const hash = digest(planText(planned))
        if (planHash !== undefined && planHash !== hash) return yield* stale
        const changing = planned.changes.filter(({ action }) => action !== "unchanged")
        if (dryRun)
          return applyReport(
            true,
            hash,
            planned,
            planned.changes.map((change) =>
              reportedChange(change, change.action === "unchanged" ? "unchanged" : "planned")
            )
          )
        if (planned.missing.length > 0) {
          return yield* new InvalidInput({
            issues: planned.missing.slice(0, 100).map((reference) => ({
              path: ["payload", "secrets"],
              message: `The secret of ${referenceKey(reference)} is missing`
            }))
          })
        }
        if (mostChanges !== null && changing.length > mostChanges) {
          return yield* InvalidInput.at(
            "payload",
            `These are ${changing.length} changes, and one request makes ${mostChanges} at most: use the ` +
              "command stowage apply, or several documents"
          )
        }
        if (changing.length === 0)
          return applyReport(
            false,
            hash,
            planned,
            planned.changes.map((change) => reportedChange(change, "unchanged"))
          )
        // once for the whole document: proof must not expire halfway
        yield* yield* CurrentStepUp
        const by = byCaller(caller, "admin")
        // audited before any change, in case this process dies
        yield* Effect.void.pipe(
          audited.rows("configuration.apply.start", entity, {
            by,
            message: `A document is being applied: ${changing.length} changes`,
            metadata: { changes: changing.length, plan_hash: hash, on_error: onError }
          })
        )
        const outcomes: Array<AppliedChange> = []
        const count = (outcome: AppliedChange["outcome"]) => outcomes.filter((one) => one.outcome === outcome).length
        return yield* Effect.uninterruptibleMask((restore) =>
          restore(carryOut(caller, document, secrets, planned, present, onError, outcomes)).pipe(
            Effect.provideService(CurrentStepUp, Effect.void),
            Effect.onError(() =>
              audited.noted("configuration.apply", entity, {
                by,
                status: "failure",
                message:
                  `A document was being applied when its request ended: ${count("done")} of ${changing.length} ` +
                  "changes were made, and stay; one may have been under way",
                metadata: { done: count("done"), failed: count("failed"), plan_hash: hash, on_error: onError }
              })
            ),
            Effect.andThen(
              Effect.sync(() => applyReport(false, hash, planned, outcomes)).pipe(
                audited.rows("configuration.apply", entity, {
                  by,
                  status: ({ counts }) => (counts.failed + counts.skipped === 0 ? "success" : "failure"),
                  message: ({ counts }) =>
                    `A document was applied: ${counts.done} of ${changing.length} changes were made`,
                  metadata: ({ counts }) => ({ ...counts, plan_hash: hash, on_error: onError })
                })
              )
            )
          )
        )
      })

      const carryOut = Effect.fnUntraced(function* (
        caller: Caller,
        document: ApplyDocument,
        secrets: ApplyInput["secrets"],
        planned: ApplyPlan & { readonly missing: ReadonlyArray<SecretReference> },
        state: ReadState,
        onError: OnError,
        outcomes: Array<AppliedChange>
      ) {
        const ids = new Map<string, number>(
          sections.flatMap((section) =>
            state[section].map(({ entry, id }) => [entryKey(section, entry), Number(id)] as const)
          )
        )
        for (const { key, known: knownIds, section } of planned.changes)
          if (knownIds !== null && section !== "settings") ids.set(key, Number(knownIds.id))
        const context = {
          caller,
          document,
          defaultMoves: planned.changes.some(
            ({ changed, section }) => section === "storage_endpoints" && changed.has("is_default")
          ),
          idOf: (section: Section, key: string): number => {
            const id = ids.get(`${section}/${key}`)
            if (id === undefined) throw new Error(`${section} ${key} is planned before what needs it`)
            return id
          },
          secretOf: <R extends SecretReference | null | undefined>(reference: R) =>
            (reference === null || reference === undefined ? reference : secrets.get(referenceKey(reference))) as
              | Redacted.Redacted
              | Extract<R, null | undefined>
        }
        const failed = new Set<string>()
        let stopped = false
        for (const change of planned.changes) {
          if (change.action === "unchanged") {
            outcomes.push(reportedChange(change, "unchanged"))
            continue
          }
          const lacks = change.needs.find((key) => failed.has(key))
          if (stopped || lacks !== undefined) {
            failed.add(change.key)
            outcomes.push({
              ...reportedChange(change, "skipped"),
              problem: {
                code: "skipped",
                errors: [],
                detail: stopped
                  ? "Something before it failed, and it was asked to stop there"
                  : `It needs ${lacks?.replace("/", " ")}, which was not made`
              }
            })
            continue
          }
          const result = yield* change.blocked !== null
            ? Effect.succeed(Result.fail<DomainError>(new Conflict({ code: "state_conflict", detail: change.blocked })))
            : Effect.result(Effect.suspend(() => step(change, context)))
          if (Result.isSuccess(result)) {
            if (change.part === "self") ids.set(change.key, Number(result.success))
            outcomes.push(reportedChange(change, "done"))
            continue
          }
          if (change.part === "self") failed.add(change.key)
          stopped = onError === "stop"
          outcomes.push({ ...reportedChange(change, "failed"), problem: changeProblem(result.failure, change.path) })
        }
      })

      const request = Effect.fn("Apply.request")(function* (
        caller: Caller,
        { document, dry_run, on_error, plan_hash, secrets, source }: ApplyRequest
      ) {
        const beside =
          document === undefined
            ? yield* Effect.mapError(read(source ?? ""), inPayload)
            : { document, located: (issue: InputIssue) => below(["document"], issue) }
        return yield* apply(caller, {
          document: beside.document,
          dryRun: dry_run === true,
          onError: on_error ?? "stop",
          planHash: plan_hash,
          mostChanges: MAX_CHANGES_PER_REQUEST,
          secrets: new Map((secrets ?? []).map(({ reference, value }) => [referenceKey(reference), value])),
          located: (issue) => below(["payload"], beside.located(issue))
        })
      })

      const exported = Effect.fn("Apply.exported")(function* (withGateways: boolean) {
        const state = yield* states.read(withGateways ? "all" : "none")
        const document = exportDocument(state)
        const encoded = yield* Effect.orDie(Schema.encodeEffect(ApplyDocument)(document))
        const remarks = [
          ...sections.flatMap((section) =>
            (document[section] ?? []).flatMap((entry: Entry, index) => {
              const secret = ruleOf(section).exportedWithout?.(entry) ?? null
              return secret === null ? [] : [{ path: [section, index], text: ` ${secret}: { env: NAME }` }]
            })
          ),
          ...sections.flatMap((section) =>
            exportedEntries<Section>(state[section]).flatMap(({ unread }, index) =>
              unread === undefined ? [] : [{ path: [section, index], text: ` on_gateway could not be read: ${unread}` }]
            )
          )
        ]
        return { document, source: yield* texts.write(encoded, heading, remarks) }
      })

      return Apply.of({ read, apply, request, exported })
    })
  )
}

const stale = new Conflict({
  code: "stale_plan",
  detail: "Something changed since this plan was shown: look at the new one. Nothing was changed"
})

const keysWithGateway = (document: ApplyDocument): ReadonlySet<string> =>
  new Set(
    entriesOf(document).flatMap(({ entry, key }) =>
      "on_gateway" in entry && entry.on_gateway !== undefined ? [key] : []
    )
  )

const entriesOf = (document: ApplyDocument) =>
  sections.flatMap((section) =>
    (document[section] ?? []).map((entry: Entry, index) => ({
      section,
      entry,
      key: entryKey(section, entry),
      path: [section, String(index)]
    }))
  )
