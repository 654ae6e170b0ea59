import { Context, DateTime, Effect, Layer, Redacted } from "effect"
import { type Caller, callerUser, type CallerUser } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import {
  Conflict,
  type GatewayFailure,
  InvalidInput,
  NotFound,
  Unauthenticated
} from "#domain/platform/errors/Errors.ts"
import { keyFault } from "#domain/objects/keyFault.ts"
import { type CreateShare, type Share, type ShareHit, sharePassword } from "#domain/objects/shares/Share.ts"
import { prefixFault } from "#domain/objects/shares/sharedNames.ts"
import type { ShareRecord } from "#domain/objects/shares/ShareRecord.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { NewPasswords } from "#services/platform/NewPasswords.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { Settings } from "#services/platform/Settings.ts"
import { ShareHits } from "./ShareHits.ts"
import { ShareRecords } from "./ShareRecords.ts"
import { makeRevokeShare, shareMetadata, sharePlace } from "./shareRevocation.ts"
import { shareTokenPurpose } from "./shareToken.ts"
import { shareOf } from "./shareOf.ts"

const MAX_OPEN_LINKS = 500
const MAX_LISTED_LINKS = 500
const MAX_LISTED_HITS = 200

export class Shares extends Context.Service<
  Shares,
  {
    readonly create: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string,
      wanted: CreateShare
    ) => Effect.Effect<
      { readonly share: Share; readonly url: string },
      InvalidInput | Conflict | NotFound | Unauthenticated | GatewayFailure
    >
    readonly mine: (caller: Caller) => Effect.Effect<ReadonlyArray<Share>, Unauthenticated>
    readonly ofBucket: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string
    ) => Effect.Effect<ReadonlyArray<Share>, Unauthenticated>
    readonly address: (caller: Caller, id: string) => Effect.Effect<string, NotFound | Unauthenticated>
    readonly revoke: (caller: Caller, id: string) => Effect.Effect<void, NotFound | Unauthenticated>
    readonly hits: (caller: Caller, id: string) => Effect.Effect<ReadonlyArray<ShareHit>, NotFound | Unauthenticated>
  }
>()("stowage/services/objects/shares/Shares") {
  static readonly layer = Layer.effect(
    Shares,
    Effect.gen(function* () {
      const records = yield* ShareRecords
      const log = yield* ShareHits
      const audited = yield* Audited
      const revokeShare = yield* makeRevokeShare
      const cipher = yield* CredentialCipher
      const contexts = yield* ExecutionContexts
      const objects = yield* ObjectStore
      const passwords = yield* NewPasswords
      const secrets = yield* Secrets
      const { publicOrigin } = yield* Settings

      const urlOf = (token: Redacted.Redacted) => `${publicOrigin}/share/${Redacted.value(token)}`

      const person = (caller: Caller): Effect.Effect<CallerUser, Unauthenticated> => {
        const user = callerUser(caller)
        return user === null
          ? Effect.fail(
              new Unauthenticated({ code: "unauthenticated", detail: "Links belong to people: sign in first" })
            )
          : Effect.succeed(user)
      }

      const requireTarget = Effect.fnUntraced(function* (
        context: ResolvedContext,
        bucket: string,
        request: CreateShare
      ) {
        const noTarget = { objects: [], version_id: null, max_file_bytes: null, max_total_bytes: null }
        switch (request.kind) {
          case "object": {
            const version_id = request.version_id ?? null
            yield* objects.facts(context.s3, bucket, request.key, { versionId: version_id })
            return {
              ...noTarget,
              version_id,
              keys: [request.key],
              prefix: request.key.slice(0, request.key.lastIndexOf("/") + 1)
            }
          }
          case "archive": {
            const { keys, objects: exact = [], prefix } = request
            for (const [field, chosen] of [
              ["keys", keys],
              ["objects", exact]
            ] as const) {
              const astray = chosen.find((key) => !key.startsWith(prefix))
              if (astray !== undefined)
                return yield* InvalidInput.at(`payload.${field}`, `${astray} does not lie below the prefix`)
            }
            yield* objects.list(context.s3, bucket, {
              prefix: keys[0] ?? exact[0] ?? prefix,
              delimiter: "",
              continuationToken: null,
              maxKeys: 1
            })
            return { ...noTarget, keys, objects: exact, prefix }
          }
          case "upload": {
            const fault = prefixFault(request.prefix) ?? keyFault(request.prefix)
            if (fault !== null) return yield* InvalidInput.at("payload.prefix", fault)
            yield* objects.list(context.s3, bucket, {
              prefix: request.prefix,
              delimiter: "",
              continuationToken: null,
              maxKeys: 1
            })
            return {
              ...noTarget,
              keys: [],
              prefix: request.prefix,
              max_file_bytes: request.max_file_bytes ?? null,
              max_total_bytes: request.max_total_bytes ?? null
            }
          }
        }
      })

      const passwordHash = Effect.fnUntraced(function* (password: Redacted.Redacted | undefined, user: CallerUser) {
        if (password === undefined) return null
        if ([...Redacted.value(password)].length < sharePassword.minimum)
          return yield* InvalidInput.at("payload.password", `Expected at least ${sharePassword.minimum} characters`)
        return yield* passwords.hash("password", password, user.email)
      })

      const create = Effect.fn("Shares.create")(function* (
        caller: Caller,
        context: ResolvedContext,
        bucket: string,
        request: CreateShare
      ) {
        const user = yield* person(caller)
        const shared = yield* requireTarget(context, bucket, request)
        const password_hash = yield* passwordHash(request.password, user)
        const id = yield* secrets.id
        const token = yield* secrets.make
        const sealed = yield* cipher.encrypt(shareTokenPurpose(id), token)
        const now = yield* DateTime.now
        const record: ShareRecord = {
          id,
          kind: request.kind,
          user_id: user.id,
          made_by: user.email,
          context_id: context.context.id,
          bucket,
          ...shared,
          title: request.title ?? "",
          note: request.note ?? "",
          password_hash,
          created_at: now,
          revoked_at: null,
          expires_at: DateTime.add(now, { seconds: request.expires_seconds }),
          max_uses: request.max_uses ?? null,
          uses: 0,
          bytes: 0
        }
        const added = yield* records
          .add(record, { digest: secrets.digest(Redacted.value(token)), sealed }, MAX_OPEN_LINKS)
          .pipe(
            audited.rows(
              "share.create",
              (isCreated: boolean) =>
                isCreated ? { type: "share", id, label: record.title === "" ? null : record.title } : null,
              {
                by: byCaller(caller, "browser"),
                message:
                  `A${record.kind === "upload" ? "n upload" : " download"} link to ${sharePlace(record)} was ` +
                  `made, until ${DateTime.formatIso(record.expires_at)}`,
                metadata: { ...shareMetadata(record), has_password: password_hash !== null }
              }
            )
          )
        if (!added)
          return yield* new Conflict({
            code: "state_conflict",
            detail: `You have ${MAX_OPEN_LINKS} open links: revoke some first`
          })
        return { share: shareOf(record, { now, userId: user.id, closed: false }), url: urlOf(token) }
      })

      const mine = Effect.fn("Shares.mine")(function* (caller: Caller) {
        const user = yield* person(caller)
        const now = yield* DateTime.now
        const open = new Set(
          (yield* contexts.list(caller, "browser"))
            .filter(({ unusable_reason }) => unusable_reason === null)
            .map(({ id }) => id)
        )
        return (yield* records.list({ userId: user.id }, MAX_LISTED_LINKS)).map((record) =>
          shareOf(record, { now, userId: user.id, closed: !open.has(record.context_id) })
        )
      })

      const ofBucket = Effect.fn("Shares.ofBucket")(function* (
        caller: Caller,
        context: ResolvedContext,
        bucket: string
      ) {
        const user = yield* person(caller)
        const now = yield* DateTime.now
        return (yield* records.list({ contextId: context.context.id, bucket }, MAX_LISTED_LINKS)).map((record) =>
          shareOf(record, { now, userId: user.id, closed: false })
        )
      })

      const requireVisible = Effect.fnUntraced(function* (caller: Caller, id: string) {
        const user = yield* person(caller)
        const record = yield* records.find(id)
        const missing = new NotFound({ entity: "Link", id })
        if (record === null) return yield* missing
        if (record.user_id !== user.id)
          yield* Effect.mapError(contexts.forUser(user.id, "browser", record.context_id), () => missing)
        return { record, user }
      })

      const address = Effect.fn("Shares.address")(function* (caller: Caller, id: string) {
        const { record, user } = yield* requireVisible(caller, id)
        if (record.user_id !== user.id) return yield* new NotFound({ entity: "Link", id })
        return urlOf(yield* Effect.orDie(cipher.decrypt(shareTokenPurpose(id), record.token_sealed)))
      })

      const revoke = Effect.fn("Shares.revoke")(function* (caller: Caller, id: string) {
        const { record } = yield* requireVisible(caller, id)
        yield* revokeShare(caller, "browser", record)
      })

      const hits = Effect.fn("Shares.hits")(function* (caller: Caller, id: string) {
        yield* requireVisible(caller, id)
        return yield* log.list(id, MAX_LISTED_HITS)
      })

      return Shares.of({ create, mine, ofBucket, address, revoke, hits })
    })
  )
}
