import { Context, DateTime, Effect, Layer, Schema, Stream } from "effect"
import { copyGuard } from "#domain/buckets/policies/copyGuard.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { type CopyAnswers, type CopyCheck, judgeCopyCheck, noAnswers } from "#domain/fleet/CopyCheck.ts"
import type { StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import type { Conflict, GatewayFailure, InvalidInput, NotFound, StorageError } from "#domain/platform/errors/Errors.ts"
import { settingMessages } from "#services/accounts/settingChanges.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import type { GatewayChangeKind } from "#services/platform/audit/GatewayChangeKind.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import { CheckParty, checkParties, newParty, OBJECT_KEY } from "./copyCheckParties.ts"
import { CopyCheckRecords } from "./CopyCheckRecords.ts"

const About = Schema.Struct({ endpoint_id: Schema.Int, owner: CheckParty, reader: CheckParty })
type About = typeof About.Type

type Failure = InvalidInput | NotFound | Conflict | GatewayFailure

interface Place {
  readonly endpoint: StorageEndpoint
  readonly admin: AdminTarget
}

const CALLS = 20
const CONTENT = new TextEncoder().encode("stowage")

const notChecked = ({ detail, operation, storage_code }: StorageError) =>
  `The check could not be made: ${operation} was refused with ${storage_code}. ${detail}`

const isRefusal = (error: { readonly _tag: string }): boolean =>
  error._tag === "StorageError" && (error as StorageError).storage_status === 403

/** Tests whether an account root can copy what it may not read, with two temporary accounts and their own object. */
export class CopyChecks extends Context.Service<
  CopyChecks,
  {
    readonly latest: (endpointId: number) => Effect.Effect<CopyCheck | null>
    /** `unknown` where the technical key may not create accounts; fails where the gateway cannot be reached. */
    readonly check: (
      caller: Caller,
      endpointId: number
    ) => Effect.Effect<CopyCheck, NotFound | Conflict | GatewayFailure>
  }
>()("stowage/services/fleet/CopyChecks") {
  static readonly layer = Layer.effect(
    CopyChecks,
    Effect.gen(function* () {
      const { reach } = yield* AdminTargets
      const endpoints = yield* EndpointRecords
      const records = yield* CopyCheckRecords
      const objects = yield* ObjectStore
      const details = yield* ObjectDetailStore
      const features = yield* FeatureStore
      const audited = yield* Audited
      const parties = yield* checkParties

      const placeOf = (id: number) => Effect.all({ endpoint: endpoints.find(id), admin: reach(id) })
      const removeAll = ({ admin, endpoint }: Place, { owner, reader }: About) =>
        Effect.forEach([reader, owner], (party) => parties.remove(endpoint, admin, party), { discard: true })

      const kind: GatewayChangeKind<About, Place, null> = {
        action: "storage_endpoint.check_copies",
        scope: "cluster-admin",
        about: About,
        gateway: ({ endpoint_id }) => `endpoint:${endpoint_id}`,
        thing: ({ endpoint_id }) => `endpoint:${endpoint_id}/copy-check`,
        entity: ({ endpoint_id }) => ({
          type: "storage_endpoint",
          id: String(endpoint_id),
          label: String(endpoint_id)
        }),
        messages: () => settingMessages("Check whether account roots can copy what they may not read"),
        metadata: ({ owner, reader }) => ({ temporary_accounts: [owner.account_id, reader.account_id] }),
        reach: ({ endpoint_id }) => placeOf(endpoint_id),
        recover: (place, about) =>
          Effect.as(removeAll(place, about), { isApplied: false, observed: null, rows: Effect.void }),
        assumeApplied: null
      }
      const changes = audited.gateway(kind)

      const isAllowed = <A, E extends { readonly _tag: string }, R>(request: Effect.Effect<A, E, R>) =>
        request.pipe(
          Effect.as(true),
          Effect.catchIf(isRefusal, () => Effect.succeed(false))
        )

      const copyInto = (owner: ResolvedContext, reader: ResolvedContext, { owner: from, reader: to }: About) =>
        Effect.gen(function* () {
          const { etag, size_bytes } = yield* objects.facts(owner.s3, from.bucket, OBJECT_KEY)
          const [outcome] = yield* details.copyTo(
            {
              source: owner.s3,
              target: reader.s3,
              bucket: to.bucket,
              sameGateway: true,
              objectLock: false,
              accepted: ["acl", "object_lock", "encryption", "storage_class"]
            },
            [
              {
                from: {
                  bucket: from.bucket,
                  key: OBJECT_KEY,
                  versionId: null,
                  etag,
                  sizeBytes: size_bytes,
                  storageClass: "STANDARD"
                },
                to: OBJECT_KEY
              }
            ]
          )
          return yield* Effect.fromResult(outcome!)
        })

      const tryCopies = Effect.fnUntraced(function* (
        { admin, endpoint }: Place,
        about: About
      ): Effect.fn.Return<CopyAnswers, Failure, GatewayIntent> {
        const owner = yield* parties.create(endpoint, admin, about.owner)
        const reader = yield* parties.create(endpoint, admin, about.reader)
        yield* objects.put(owner.s3, about.owner.bucket, OBJECT_KEY, {
          size_bytes: CONTENT.byteLength,
          content_type: "text/plain",
          bytes: Stream.make(CONTENT)
        })
        const foreignRead = yield* isAllowed(objects.facts(reader.s3, about.owner.bucket, OBJECT_KEY))
        if (foreignRead) return { ...noAnswers, foreignRead }
        const foreignCopy = yield* isAllowed(copyInto(owner, reader, about))
        if (!foreignCopy) return { ...noAnswers, foreignRead, foreignCopy }
        const [copied] = yield* objects.readSmall(reader.s3, about.reader.bucket, [OBJECT_KEY], CONTENT.byteLength)
        const policy = { Version: "2012-10-17", Statement: [copyGuard(about.owner.account_id, about.owner.bucket)] }
        yield* features.write(owner, about.owner.bucket, "policy", JSON.stringify(policy))
        return {
          foreignRead,
          foreignCopy,
          sameContent: copied !== undefined && copied !== null && Buffer.compare(copied.bytes, CONTENT) === 0,
          guardedCopy: yield* isAllowed(copyInto(owner, reader, about)),
          guardedRead: yield* isAllowed(objects.facts(owner.s3, about.owner.bucket, OBJECT_KEY))
        }
      })

      return CopyChecks.of({
        latest: records.find,
        check: Effect.fn("CopyChecks.check")(function* (caller, endpointId) {
          const place = yield* placeOf(endpointId)
          const about = { endpoint_id: endpointId, owner: newParty("owner"), reader: newParty("reader") }
          const store = Effect.fnUntraced(function* (answers: CopyAnswers, refusal: string | null) {
            const judged = judgeCopyCheck(answers)
            const check: CopyCheck = {
              ...judged,
              ...(refusal === null ? {} : { state: "unknown" as const, detail: refusal }),
              checked_at: DateTime.formatIso(yield* DateTime.now),
              checked_by: callerUser(caller)?.email ?? ""
            }
            yield* records.store(endpointId, check)
            return check
          })
          return yield* changes
            .makeAndStore(caller, place, about, {
              calls: CALLS,
              change: Effect.tap(tryCopies(place, about), () => removeAll(place, about)),
              store: (answers: CopyAnswers) => store(answers, null),
              entity: () => kind.entity(about),
              remains: ({ code }) =>
                Effect.logWarning("Temporary accounts of a check of copies could not be removed yet").pipe(
                  Effect.annotateLogs({ code })
                )
            })
            .pipe(
              Effect.catchTags({
                StorageError: (error) => store(noAnswers, notChecked(error)),
                InvalidInput: (error) => Effect.die(error)
              })
            )
        })
      })
    })
  )
}
