import { getSignedUrl } from "@aws-sdk/s3-request-presigner"
import { Clock, Context, Data, Duration, Effect, Layer } from "effect"
import { type Conflict, type GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { OpenCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import { KeyUses } from "#services/gateways/credentials/KeyUses.ts"
import { asWorkCaller, EndpointGuard, gatewayCaller } from "../gateway/EndpointGuard.ts"
import { annotateAnswer } from "../gateway/annotateAnswer.ts"
import { wasNeverSent } from "../gateway/failures.ts"
import { addressesOneResource, isAllowedChange, isAllowedCommand } from "./allowedCommands.ts"
import { requireCommandGrant } from "./grantedRequest.ts"
import { S3Clients } from "./S3Clients.ts"
import { s3Failure, unreadable } from "./s3Failure.ts"
import { explainExpiredToken } from "./temporaryKeys.ts"
import { writeVersion } from "./writtenVersion.ts"

/** `about`: the subject in NotFound. `idempotent`: may be retried. */
export interface S3Call {
  readonly about: string
  readonly idempotent: boolean
  readonly timeout?: Duration.Duration
  /** A field that every real answer has; an answer without it is no success. */
  readonly proof?: string
  readonly transfer?: boolean
  readonly background?: boolean
}

/** The socket's own timeout ends a stalled body. */
const TRANSFER_TIMEOUT = Duration.hours(6)

/** Separate limits: a few slow senders must not block listings. */
const callerOf = (target: S3Target, key: OpenCredential, call: S3Call) => {
  const caller = gatewayCaller(target, key)
  if (call.background === true) return asWorkCaller(caller)
  return call.transfer === true ? { ...caller, turns: "transfers" as const } : caller
}

/** Reads, and aborts of uploads with thousands of parts, have the longer timeout. */
const hasLongTimeout = (command: string) => /^(Get|Head|List|AbortMultipartUpload)/.test(command)

class NeverSent extends Data.TaggedError("NeverSent")<{ readonly cause: unknown }> {}

interface Metadata {
  readonly httpStatusCode?: number
  readonly requestId?: string
}
const metadataOf = (answer: unknown): Metadata | null =>
  typeof answer === "object" && answer !== null && "$metadata" in answer ? (answer.$metadata as Metadata) : null

type Failure = NotFound | Conflict | GatewayFailure
type Command = object

export class S3Calls extends Context.Service<
  S3Calls,
  {
    readonly send: <A>(target: S3Target, command: Command, call: S3Call) => Effect.Effect<A, Failure>
    readonly change: (target: S3Target, command: Command, call: S3Call) => Effect.Effect<void, Failure, GatewayIntent>
    readonly sign: (
      target: S3Target,
      command: Command,
      options: {
        readonly expiresIn: number
        readonly signableHeaders?: Set<string>
        readonly unhoistableHeaders?: Set<string>
      }
    ) => Effect.Effect<string, GatewayFailure>
  }
>()("stowage/layers/s3/S3Calls") {
  static readonly layer = Layer.effect(
    S3Calls,
    Effect.gen(function* () {
      const clients = yield* S3Clients
      const guard = yield* EndpointGuard
      const uses = yield* KeyUses

      const notAllowed = (command: Command) =>
        Effect.die(new Error(`${command.constructor.name} is not on the allow-list`))

      const send = <A>(target: S3Target, command: Command, call: S3Call): Effect.Effect<A, Failure> =>
        isAllowedCommand(command) ? sendAllowed<A>(target, command, call) : notAllowed(command)

      const change = (target: S3Target, command: Command, call: S3Call): Effect.Effect<void, Failure, GatewayIntent> =>
        isAllowedChange(command)
          ? Effect.flatMap(GatewayIntent, ({ id }) =>
              Effect.annotateSpans(sendAllowed<void>(target, command, call), "stowage.intent", id)
            )
          : notAllowed(command)

      const sendAllowed = <A>(target: S3Target, command: Command, call: S3Call): Effect.Effect<A, Failure> => {
        if (!addressesOneResource(command)) return Effect.fail(new NotFound({ entity: "Storage", id: call.about }))
        const name = command.constructor.name.replace(/Command$/, "")
        const operation = `s3.${name}`
        return Effect.scoped(
          Effect.gen(function* () {
            yield* requireCommandGrant(target, command)
            writeVersion(target, command)
            const client = yield* clients.get(target.writtenVersion?.through ?? target)
            const key = yield* target.credential.open
            const caller = callerOf(target, key, call)
            let seen: Metadata | null = null
            const answered = Effect.tryPromise({
              try: (signal) =>
                client.send(command as never, { abortSignal: signal }).then((answer: unknown) => {
                  seen = metadataOf(answer)
                  return answer as A
                }),
              catch: (cause) => {
                seen = metadataOf(cause)
                return wasNeverSent(cause) ? new NeverSent({ cause }) : s3Failure(operation, call.about)(cause)
              }
            }).pipe(
              Effect.catchTag("NeverSent", ({ cause }) => Effect.die(cause)),
              Effect.ensuring(
                Effect.suspend(() =>
                  seen === null ? Effect.void : annotateAnswer(seen.httpStatusCode, seen.requestId)
                )
              ),
              Effect.filterOrFail(
                (answer) =>
                  call.proof === undefined || (answer as Readonly<Record<string, unknown>>)[call.proof] !== undefined,
                () => unreadable(operation, 200)
              )
            )
            const timeout = call.timeout ?? (call.transfer === true ? TRANSFER_TIMEOUT : undefined)
            return yield* Effect.mapError(
              guard.run(caller, operation, call.idempotent, answered, { timeout, change: !hasLongTimeout(name) }),
              explainExpiredToken(key)
            )
          })
        )
      }

      /** The gateway does not report the use of a signed address: signing counts as use. */
      const signed = ({ credential, endpointId }: S3Target) =>
        endpointId === null
          ? Effect.void
          : Effect.map(Clock.currentTimeMillis, (now) => uses.used(endpointId, credential.accessKey, now))

      const sign: S3Calls["Service"]["sign"] = (target, command, options) =>
        isAllowedCommand(command) && addressesOneResource(command)
          ? Effect.scoped(
              Effect.gen(function* () {
                yield* requireCommandGrant(target, command)
                const client = yield* clients.get(target)
                // the SDK's default is the machine's clock, which may be behind
                const signingDate = new Date(yield* Clock.currentTimeMillis)
                return yield* Effect.promise(() =>
                  getSignedUrl(client as never, command as never, { ...options, signingDate })
                )
              })
            ).pipe(Effect.tap(() => signed(target)))
          : Effect.die(new Error(`${command.constructor.name} may not be signed`))

      return S3Calls.of({ send, change, sign })
    })
  ).pipe(Layer.provide(S3Clients.layer))
}

export const noConflict = <A>(effect: Effect.Effect<A, Failure>): Effect.Effect<A, NotFound | GatewayFailure> =>
  Effect.catchTag(effect, "Conflict", (conflict) => Effect.die(conflict))

export const dieOnNotFound = <A>(
  effect: Effect.Effect<A, NotFound | GatewayFailure>
): Effect.Effect<A, GatewayFailure> => Effect.catchTag(effect, "NotFound", (missing) => Effect.die(missing))
