import { Exit } from "effect"
import { type Conflict, type GatewayFailure, type NotFound, StorageError } from "#domain/platform/errors/Errors.ts"
import { type CallSeries, gatewayNotAnswering } from "../gateway/EndpointGuard.ts"
import { failureOfNodeError } from "../gateway/failures.ts"
import type { ObjectRequest, OpenAnswer, OpenObject } from "../rgw/GatewayHttp.ts"
import { caught } from "./caught.ts"
import type { Cancel } from "./lanes.ts"
import { readShort } from "./objectAnswers.ts"

export type RelayFailure = Conflict | NotFound | GatewayFailure
export type Ended = Exit.Exit<string | null, RelayFailure>
export type Done<A> = (exit: Exit.Exit<A, RelayFailure>) => void

export interface RelaySide {
  readonly send: OpenObject
  readonly calls: CallSeries
  readonly now: () => number
  readonly explain: <E>(error: E) => E
}

export const broken = (operation: string) => failureOfNodeError(operation, new Error("broken"))

export const damaged = (operation: string) =>
  new StorageError({
    operation,
    storage_code: "BadDigest",
    storage_status: 400,
    storage_request_id: null,
    detail: "What arrived is not what was sent: the copy was not kept"
  })

/** Requests of one object that run; ending one reports it to its guard once. */
export const openCalls = () => {
  const running = new Set<Cancel>()
  const stop: Cancel = (exit) => {
    const all = [...running]
    running.clear()
    for (const cancel of all) cancel(exit)
  }
  const request = (
    { calls, now, send }: RelaySide,
    operation: string,
    message: ObjectRequest,
    answered: (answer: OpenAnswer, finish: (exit: Exit.Exit<unknown, RelayFailure>) => void) => void,
    failed: (failure: Exit.Exit<never, GatewayFailure>) => void
  ): void => {
    const began = now()
    if (!calls.admit(operation, began)) return failed(Exit.fail(gatewayNotAnswering()))
    let close = (): void => undefined
    const finish = (exit: Exit.Exit<unknown, RelayFailure>) => {
      if (running.delete(cancel)) calls.ended(operation, exit, began, now())
    }
    const cancel: Cancel = (exit) => {
      calls.ended(operation, exit, began, now())
      close()
    }
    running.add(cancel)
    close = send(operation, message, (exit) => {
      if (Exit.isSuccess(exit)) return answered(exit.value, finish)
      finish(exit)
      failed(Exit.failCause(exit.cause))
    })
  }
  /** Answers without a body of their own, or with a short one. */
  const read = <A>(
    side: RelaySide,
    operation: string,
    message: ObjectRequest,
    readAnswer: (answer: OpenAnswer, text: string) => Exit.Exit<A, RelayFailure>,
    done: Done<A>
  ) =>
    request(
      side,
      operation,
      message,
      (answer, finish) =>
        readShort(answer.body, (text) => {
          const exit = caught(() => (text === null ? Exit.fail(broken(operation)) : readAnswer(answer, text)))
          finish(exit)
          done(exit)
        }),
      done
    )
  return { request, read, stop }
}

export type OpenCalls = ReturnType<typeof openCalls>
