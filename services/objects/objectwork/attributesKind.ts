import { Clock, Effect, Schema, Stream } from "effect"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Conflict, InvalidInput } from "#domain/platform/errors/Errors.ts"
import { isNoOpEdit, applyObjectEdit, applyTagEdit, tagLimit, unwritableValues } from "#domain/objects/objectEdit.ts"
import type { ObjectTag } from "#domain/objects/ObjectDetails.ts"
import { AttributeChanges, changesText, rewrites } from "#domain/objects/objectwork/EditAttributes.ts"
import {
  noSelection,
  type Portion,
  Portion as PortionSchema,
  portionName,
  splitSelection,
  Selection,
  selectionName
} from "#domain/objects/objectwork/Selection.ts"
import { emptyTally, sumTallies, initialSweep, SweepState, type Tally } from "#domain/objects/objectwork/Sweep.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { readWholeObject } from "#services/objects/ObjectInspector.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { VersionStore } from "#services/objects/VersionStore.ts"
import { objectKind } from "./objectKind.ts"
import { type ListedObject, readPortion } from "./readPortion.ts"
import { explainMissing } from "./restoringKind.ts"
import { sweep } from "./sweep.ts"
import { sweptOutcome } from "./sweptOutcome.ts"

export const attributeEditing = "attribute_editing"

const Params = Schema.Struct({
  context_id: Schema.String,
  listing_key: Schema.String,
  bucket: ExistingBucketName,
  selection: Selection,
  change: AttributeChanges
})
export type AttributesParams = typeof Params.Type

const [KEYS_PER_BATCH, MAX_CONCURRENT_EDITS] = [100, 8] as const

const sameTags = (one: ReadonlyArray<ObjectTag>, other: ReadonlyArray<ObjectTag>): boolean =>
  one.length === other.length &&
  one.every(({ key, value }) => other.some((tag) => tag.key === key && tag.value === value))

/** Items are folders, or up to 1,000 named entries. */
export const attributesKind = Effect.gen(function* () {
  const store = yield* ObjectStore
  const pages = yield* BucketPages
  const details = yield* ObjectDetailStore
  const versions = yield* VersionStore
  const contexts = yield* ExecutionContexts
  const kind = yield* objectKind

  const retag = (tags: ReadonlyArray<ObjectTag>, change: AttributeChanges) => {
    const desired = change.tags === undefined ? tags : applyTagEdit(change.tags.replace ? [] : tags, change.tags)
    return desired.length > tagLimit
      ? Effect.fail(
          InvalidInput.at(
            "payload.change.tags",
            `An object has at most ${tagLimit} tags; these would make ${desired.length}`
          )
        )
      : Effect.succeed(desired)
  }

  const editOne = Effect.fnUntraced(function* (
    context: ResolvedContext,
    bucket: string,
    { key, versionId }: ListedObject,
    change: AttributeChanges
  ) {
    const ref = { bucket, key, versionId }
    let changed = false
    if (rewrites(change)) {
      if (versionId !== null)
        return yield* new Conflict({ code: "state_conflict", detail: "Only a current object can be written anew" })
      const { acl, head, tags } = yield* readWholeObject(details, context, ref, null)
      const desired = applyObjectEdit(head, change)
      const newTags = yield* retag(tags, change)
      if (!isNoOpEdit(head, desired)) {
        const [first] = unwritableValues(desired)
        if (first !== undefined)
          return yield* new Conflict({
            code: "state_conflict",
            detail: `${first} holds characters that cannot be written back as they are`
          })
        yield* details.copy(
          context.s3,
          bucket,
          { head, fromVersion: false, wanted: desired, tags: newTags, acl, lock: head.lock },
          null
        )
        changed = true
      } else if (!sameTags(tags, newTags)) {
        yield* details.putTags(context.s3, ref, newTags)
        changed = true
      }
    } else if (change.tags !== undefined) {
      const tags = yield* details.tags(context.s3, ref)
      const newTags = yield* retag(tags, change)
      if (!sameTags(tags, newTags)) {
        yield* details.putTags(context.s3, ref, newTags)
        changed = true
      }
    }
    const { legal_hold, retention } = change
    if (legal_hold !== undefined || retention !== undefined) {
      yield* versions.protect(context.s3, ref, {
        ...(legal_hold === undefined ? {} : { legalHold: legal_hold }),
        ...(retention === undefined
          ? {}
          : {
              retention: {
                mode: retention.mode,
                until: retention.retain_until,
                bypassGovernance: retention.bypass_governance
              }
            })
      })
      changed = true
    }
    return changed
  })

  return kind<AttributesParams, Portion, SweepState, null>({
    name: attributeEditing,
    params: Params,
    storedParams: (params) => ({ ...params, selection: noSelection }),
    target: PortionSchema,
    notes: SweepState,
    inverse: Schema.Null,
    plan: Effect.fn("Attributes.plan")(function* ({ bucket, change, selection }) {
      const changeText = changesText(change)
      if (changeText === "") return yield* InvalidInput.at("payload.change", "Say what is to change")
      if (
        change.retention !== undefined &&
        Date.parse(change.retention.retain_until) <= (yield* Clock.currentTimeMillis)
      ) {
        return yield* InvalidInput.at("payload.change.retention.retain_until", "Expected a time that is still to come")
      }
      return {
        title: `Change attributes of ${selectionName(selection)} in ${bucket}`,
        warnings: [],
        excluded: [],
        items: Stream.fromIterable(
          splitSelection(selection).map((target, index) => ({
            key: String(index + 1),
            label: portionName(target),
            detail: bucket,
            before: target._tag === "Folder" ? "all below it" : "",
            after: changeText,
            sort: target._tag === "Folder" ? "folders" : "objects",
            phase: 1,
            target
          }))
        )
      }
    }),

    perform: Effect.fn("Attributes.perform")(function* ({
      note,
      notes,
      params: { bucket, change, listing_key },
      isPauseRequested,
      target
    }) {
      const context = yield* contexts.forListing(listing_key)
      const each = (
        listedObjects: ReadonlyArray<ListedObject>,
        report: (tally: Pick<Tally, "done" | "bytes">) => void
      ) =>
        Effect.map(
          Effect.forEach(
            listedObjects,
            (object) =>
              editOne(context, bucket, object, change).pipe(
                Effect.map((changed): Tally => (changed ? { ...emptyTally, done: 1 } : { ...emptyTally, skipped: 1 })),
                explainMissing(store, { s3: context.s3, bucket }, object.key, object.versionId),
                Effect.tap((tally) => Effect.sync(() => report(tally)))
              ),
            { concurrency: MAX_CONCURRENT_EDITS }
          ),
          sumTallies
        )
      const work = sweep(notes ?? initialSweep, {
        read: readPortion({ store, pages }, context.s3, bucket, target, "current"),
        batch: KEYS_PER_BATCH,
        isPauseRequested,
        each,
        note: (state, soFar) =>
          note(state, {
            done: soFar.done,
            total: target._tag === "Named" ? target.entries.length : null,
            unit: "objects",
            note: ""
          })
      })
      return yield* sweptOutcome(work, "could not be changed")
    })
  })
})
