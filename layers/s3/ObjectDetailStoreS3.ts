import {
  GetObjectAclCommand,
  type GetObjectAclCommandOutput,
  GetObjectTaggingCommand,
  type GetObjectTaggingCommandOutput,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  PutObjectAclCommand,
  PutObjectTaggingCommand,
  RestoreObjectCommand
} from "@aws-sdk/client-s3"
import { Clock, Effect, Layer, Result } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { Conflict, InvalidInput, type StorageError } from "#domain/platform/errors/Errors.ts"
import { type CopyProperties, isCustomAcl, planCopy } from "#domain/objects/CopyProperties.ts"
import type { ObjectAcl } from "#domain/objects/ObjectDetails.ts"
import { Settings } from "#services/platform/Settings.ts"
import {
  headFault,
  isRefusal,
  putGrants,
  readProperties,
  withLossNames,
  unconfirmed
} from "#services/objects/copyProperties.ts"
import {
  type CopyFrom,
  type CopyOutcome,
  type CustomerKey,
  ObjectDetailStore,
  type ObjectRef
} from "#services/objects/ObjectDetailStore.ts"
import { EndpointGuard, gatewayNotAnswering } from "../gateway/EndpointGuard.ts"
import { GatewayHttp } from "../rgw/GatewayHttp.ts"
import { copyToOtherKey, copyOnto, CopySizes, staleObject } from "./copyOnto.ts"
import { customerFields } from "./customerKeys.ts"
import { type CopyPlace, manyCopies } from "./manyCopies.ts"
import { headOf } from "./objectHead.ts"
import { objectAclOf, needsBody, wireGrants } from "./objectGrants.ts"
import { noConflict, S3Calls } from "./S3Calls.ts"

const named = ({ bucket, key, versionId }: ObjectRef) => ({
  Bucket: bucket,
  Key: key,
  VersionId: versionId ?? undefined
})
const about = ({ bucket, key }: ObjectRef) => `${bucket}/${key}`

/** The answer to HEAD has no body; Amazon and RGW answer 400 when a key is missing or wrong. */
const needsKey = (key: CustomerKey) =>
  InvalidInput.at(
    "headers.x-sse-customer-key",
    key === null
      ? "This object is encrypted with a key of its owner (SSE-C): send it"
      : "This is not the key that the object is encrypted with"
  )

const isBadRequest = (error: { readonly _tag: string }): error is StorageError =>
  error._tag === "StorageError" && (error as StorageError).storage_status === 400

const MAX_LARGE_COPIES = 4
const MAX_GRANT_WRITES = 8

export const ObjectDetailStoreS3 = Layer.effect(
  ObjectDetailStore,
  Effect.gen(function* () {
    const calls = yield* S3Calls
    const copyMany = manyCopies(yield* GatewayHttp, yield* EndpointGuard, (yield* Settings).gateway.concurrency)
    const ask = <A>(target: S3Target, ref: ObjectRef, command: object, proof?: string) =>
      noConflict(
        calls.send<A>(target, command, {
          about: about(ref),
          idempotent: true,
          ...(proof === undefined ? {} : { proof })
        })
      )
    const sendHead = (target: S3Target, ref: ObjectRef, key: CustomerKey, part?: number) =>
      ask<HeadObjectCommandOutput>(
        target,
        ref,
        new HeadObjectCommand({
          ...named(ref),
          ...customerFields(key),
          ChecksumMode: "ENABLED",
          PartNumber: part
        }),
        "ETag"
      )

    const head: ObjectDetailStore["Service"]["head"] = Effect.fnUntraced(function* (target, ref, key) {
      const response = yield* Effect.catchIf(sendHead(target, ref, key), isBadRequest, () => Effect.fail(needsKey(key)))
      const first =
        response.PartsCount === undefined
          ? null
          : // some gateways count parts without giving their sizes
            yield* Effect.match(sendHead(target, ref, key, 1), {
              onFailure: () => null,
              onSuccess: ({ ContentLength }) => ContentLength ?? null
            })
      return headOf(ref.key, response, first)
    })

    const putAcl: ObjectDetailStore["Service"]["putAcl"] = (target, ref, acl) =>
      Effect.asVoid(
        ask(
          target,
          ref,
          new PutObjectAclCommand({
            ...named(ref),
            ...(typeof acl === "string"
              ? { ACL: acl }
              : {
                  AccessControlPolicy: {
                    Owner: { ID: acl.owner.id, ...(acl.owner.name === null ? {} : { DisplayName: acl.owner.name }) },
                    Grants: wireGrants(acl.grants)
                  }
                })
          })
        )
      )

    const tags: ObjectDetailStore["Service"]["tags"] = (target, ref) =>
      Effect.map(
        ask<GetObjectTaggingCommandOutput>(target, ref, new GetObjectTaggingCommand(named(ref)), "TagSet"),
        ({ TagSet }) => (TagSet ?? []).map(({ Key = "", Value = "" }) => ({ key: Key, value: Value }))
      )

    const acl: ObjectDetailStore["Service"]["acl"] = (target, ref) =>
      Effect.map(ask<GetObjectAclCommandOutput>(target, ref, new GetObjectAclCommand(named(ref)), "Owner"), objectAclOf)
    const unchanged = (target: S3Target, from: CopyFrom) =>
      Effect.flatMap(head(target, from, null), ({ etag, size_bytes }) =>
        etag === from.etag && size_bytes === from.sizeBytes ? Effect.void : Effect.fail(staleObject())
      )

    const copyLarge = Effect.fnUntraced(function* (place: CopyPlace, from: CopyFrom, to: string) {
      const [{ head: sourceHead, properties: all }, foundTags] = yield* Effect.all(
        [readProperties({ head, acl, putAcl }, place.source, from), tags(place.source, from)],
        { concurrency: 2 }
      )
      const fault = headFault(sourceHead)
      if (fault !== null) return yield* fault
      const { first, named: acceptedNames, refused, second } = planCopy(all, place, yield* Clock.currentTimeMillis)
      if (refused.length > 0) return yield* unconfirmed(refused)
      const write = (carried: CopyProperties) =>
        Effect.map(
          copyToOtherKey(
            calls,
            { head: sourceHead, tags: foundTags, properties: carried },
            unchanged(place.source, from)
          )(place.target, from, { bucket: place.bucket, key: to }),
          (etag) => ({ etag, carried })
        )
      return yield* Effect.catchIf(write(first), isRefusal, (error) =>
        second === null ? Effect.fail(withLossNames(error, acceptedNames)) : write(second)
      )
    })

    return ObjectDetailStore.of({
      head,
      tags,
      acl,
      putTags: (target, ref, tags) =>
        Effect.asVoid(
          ask(
            target,
            ref,
            new PutObjectTaggingCommand({
              ...named(ref),
              Tagging: { TagSet: tags.map(({ key, value }) => ({ Key: key, Value: value })) }
            })
          )
        ),
      putAcl,
      recall: (target, ref, days, tier) =>
        ask(
          target,
          ref,
          new RestoreObjectCommand({
            ...named(ref),
            RestoreRequest: {
              Days: days,
              ...(tier === null ? {} : { GlacierJobParameters: { Tier: tier as "Standard" } })
            }
          })
        ).pipe(
          Effect.asVoid,
          Effect.catchIf(
            (error): error is StorageError =>
              error._tag === "StorageError" &&
              ["InvalidObjectState", "RestoreAlreadyInProgress"].includes(error.storage_code),
            ({ storage_code }) =>
              Effect.fail(
                new Conflict({
                  code: "state_conflict",
                  detail:
                    storage_code === "InvalidObjectState"
                      ? "This object is in no archive: there is nothing to bring back"
                      : "It is being brought back already"
                })
              )
          )
        ),
      copy: Effect.fnUntraced(function* (target, bucket, copy, key) {
        const ref = { bucket, key: copy.head.key, versionId: null }
        const unchanged = Effect.flatMap(
          head(target, { ...ref, versionId: copy.fromVersion ? copy.head.version_id : null }, key),
          (now) =>
            now.etag === copy.head.etag &&
            now.version_id === copy.head.version_id &&
            now.modified_at === copy.head.modified_at
              ? Effect.void
              : Effect.fail(staleObject())
        )
        yield* copyOnto(calls, unchanged)(target, bucket, copy, key, yield* Clock.currentTimeMillis)
        if (copy.acl !== null && needsBody(copy.acl)) yield* putAcl(target, ref, copy.acl)
      }),
      copyTo: Effect.fnUntraced(function* (place, copies, ended = () => undefined) {
        const sizes = yield* CopySizes
        const { bucket, target } = place
        const outcomes = new Map<number, CopyOutcome>()
        const ungranted: Array<{ readonly index: number; readonly outcome: CopyOutcome; readonly acl: ObjectAcl }> = []
        const settle = (index: number, outcome: CopyOutcome) => {
          outcomes.set(index, outcome)
          ended(index, outcome)
        }
        /** RGW takes grants without a canned name only after the copy. */
        const written = (index: number, outcome: CopyOutcome, carried: CopyProperties | null) => {
          const grants = carried?.acl ?? null
          if (Result.isSuccess(outcome) && isCustomAcl(grants)) ungranted.push({ index, outcome, acl: grants })
          else settle(index, outcome)
        }
        const all = copies.map((copy, index) => ({ ...copy, index }))
        const small = all.filter(({ from }) => from.sizeBytes <= sizes.whole)
        const asWhole = copyMany(place, small, (at, outcome, carried) =>
          written(small[at]?.index ?? 0, outcome, carried)
        ).pipe(
          Effect.catch((error) =>
            Effect.sync(() =>
              small.forEach(({ index }) => {
                if (!outcomes.has(index) && !ungranted.some((one) => one.index === index))
                  settle(index, Result.fail(error))
              })
            )
          )
        )
        const inParts = Effect.forEach(
          all.filter(({ from }) => from.sizeBytes > sizes.whole),
          ({ from, index, to }) =>
            Effect.map(Effect.result(copyLarge(place, from, to)), (outcome) =>
              Result.isSuccess(outcome)
                ? written(index, Result.succeed(outcome.success.etag), outcome.success.carried)
                : settle(index, Result.fail(outcome.failure))
            ),
          { concurrency: MAX_LARGE_COPIES, discard: true }
        )
        yield* Effect.all([asWhole, inParts], { concurrency: 2, discard: true })
        yield* Effect.forEach(
          ungranted,
          ({ acl: grants, index, outcome }) =>
            Effect.match(
              putGrants(
                { head, acl, putAcl },
                target,
                { bucket, key: copies[index]?.to ?? "", versionId: null },
                grants
              ),
              {
                onFailure: (error) => settle(index, Result.fail(error)),
                onSuccess: () => settle(index, outcome)
              }
            ),
          { concurrency: MAX_GRANT_WRITES, discard: true }
        )
        return all.map(({ index }) => outcomes.get(index) ?? Result.fail(gatewayNotAnswering()))
      })
    })
  })
)
