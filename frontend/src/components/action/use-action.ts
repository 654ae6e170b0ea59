import { noSerialize, type NoSerialize, type QRL, type Signal, useSignal, useStore } from "@builder.io/qwik"
import { asProblem, type ProblemError, problemText } from "~/client/problem-error"
import { type ToastInput, successToast, type Toasts, useToasts } from "~/lib/toasts"

export interface Subject {
  readonly id: string | number
  readonly name: string
}

interface ActionOptions<S extends Subject, A> {
  readonly run$: QRL<(subject: S) => Promise<A>>
  readonly done?: string
  readonly toast$?: QRL<(answer: A, subject: S) => ToastInput | ReadonlyArray<ToastInput> | null>
  readonly failed?: string
  readonly after$?: QRL<(answer: A, subject: S) => unknown>
  readonly again$?: QRL<(subject: S) => Promise<S | null>>
}

export const nullWhenMissing = async <A>(reading: Promise<A>): Promise<A | null> => {
  try {
    return await reading
  } catch (cause) {
    if (asProblem(cause).status === 404) return null
    throw cause
  }
}

const nameOf = (answer: unknown, subject: Subject): string =>
  typeof answer === "object" && answer !== null && "name" in answer && typeof answer.name === "string"
    ? answer.name
    : subject.name

export interface Action<S extends Subject, A = unknown> {
  readonly options: ActionOptions<S, A>
  readonly toasts: Toasts
  readonly state: { busy: boolean; problem: NoSerialize<ProblemError> | undefined }
  readonly pending: Signal<S | null>
}

export const useAction = <S extends Subject, A>(options: ActionOptions<S, A>): Action<S, A> => {
  const toasts = useToasts()
  const state = useStore<Action<S, A>["state"]>({ busy: false, problem: undefined }, { deep: false })
  const pending = useSignal<S | null>(null)
  return { options, toasts, state, pending }
}

export const runAction = async <S extends Subject, A>(
  { options, state, toasts }: Action<S, A>,
  subject: S
): Promise<boolean> => {
  if (state.busy) return false
  state.busy = true
  state.problem = undefined
  try {
    const answer = await options.run$(subject)
    await options.after$?.(answer, subject)
    const toast = options.toast$
      ? await options.toast$(answer, subject)
      : options.done === undefined
        ? null
        : { text: `${nameOf(answer, subject)} ${options.done}` }
    for (const one of [toast].flat()) if (one !== null) successToast(toasts, one)
    return true
  } catch (cause) {
    state.problem = noSerialize(asProblem(cause))
    throw cause
  } finally {
    state.busy = false
  }
}

export const attempt = async <S extends Subject, A>(
  action: Action<S, A>,
  subject: S,
  inPlace: boolean
): Promise<void> => {
  try {
    await runAction(action, subject)
  } catch (cause) {
    if (inPlace) return
    successToast(action.toasts, {
      tone: "danger",
      text: action.options.failed ?? `That did not work for ${subject.name}`,
      detail: problemText(cause)
    })
  }
}
