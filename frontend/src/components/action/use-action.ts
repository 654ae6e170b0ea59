import { noSerialize, type NoSerialize, type QRL, type Signal, useSignal, useStore } from "@builder.io/qwik"
import { asProblem, type ProblemError, reasonOf } from "~/client/problem-error"
import { type Said, say, type Toasts, useToasts } from "~/lib/toasts"

/** What something is done to, as it was when the person was asked. */
export interface Subject {
  readonly id: string | number
  readonly name: string
}

interface ActionOptions<S extends Subject, A> {
  readonly run$: QRL<(subject: S) => Promise<A>>
  /** What is said once it is done: a sentence about the name that the service answered with (`is deleted`) … */
  readonly done?: string
  /** … or whatever the answer makes of it; null says nothing. */
  readonly said$?: QRL<(answer: A, subject: S) => Said | ReadonlyArray<Said> | null>
  /** What could not be done, where the problem itself does not say: `The connection could not be tested`. */
  readonly failed?: string
  /** What follows from it: rows to read again, a panel to close. */
  readonly after$?: QRL<(answer: A, subject: S) => unknown>
  /** Reads the subject once more, where it is not what the person confirmed any more, and the page's rows with it; null: it is gone. */
  readonly again$?: QRL<(subject: S) => Promise<S | null>>
}

/** What is read once more; null where it is gone. */
export const orGone = async <A>(reading: Promise<A>): Promise<A | null> => {
  try {
    return await reading
  } catch (cause) {
    if (asProblem(cause).status === 404) return null
    throw cause
  }
}

/** What the service says went, else what it was done to. */
const nameOf = (answer: unknown, subject: Subject): string =>
  typeof answer === "object" && answer !== null && "name" in answer && typeof answer.name === "string" ? answer.name : subject.name

export interface Action<S extends Subject, A = unknown> {
  readonly options: ActionOptions<S, A>
  readonly toasts: Toasts
  readonly state: { busy: boolean; problem: NoSerialize<ProblemError> | undefined }
  /** What the person is asked about, taken when the dialog opened; null: nobody is asked. */
  readonly asked: Signal<S | null>
}

/** Something that is done to one thing: once at a time, with a word about how it went. */
export const useAction = <S extends Subject, A>(options: ActionOptions<S, A>): Action<S, A> => {
  const toasts = useToasts()
  const state = useStore<Action<S, A>["state"]>({ busy: false, problem: undefined }, { deep: false })
  const asked = useSignal<S | null>(null)
  return { options, toasts, state, asked }
}

/**
 * Does it to this very subject, whatever is open by now. Throws the problem when it fails, having kept it in the state;
 * a request that wants fresh proof of the person waits for the shell's dialog meanwhile. Answers whether it was done.
 */
export const carryOut = async <S extends Subject, A>({ options, state, toasts }: Action<S, A>, subject: S): Promise<boolean> => {
  if (state.busy) return false
  state.busy = true
  state.problem = undefined
  try {
    const answer = await options.run$(subject)
    await options.after$?.(answer, subject)
    const said = options.said$ ? await options.said$(answer, subject) : options.done === undefined ? null : { text: `${nameOf(answer, subject)} ${options.done}` }
    for (const one of [said].flat()) if (one !== null) say(toasts, one)
    return true
  } catch (cause) {
    state.problem = noSerialize(asProblem(cause))
    throw cause
  } finally {
    state.busy = false
  }
}

/** Does it, and says in a toast when it fails, unless the page shows that: for buttons that stand alone. */
export const attempt = async <S extends Subject, A>(action: Action<S, A>, subject: S, inPlace: boolean): Promise<void> => {
  try {
    await carryOut(action, subject)
  } catch (cause) {
    if (inPlace) return
    say(action.toasts, { tone: "danger", text: action.options.failed ?? `That did not work for ${subject.name}`, detail: reasonOf(cause) })
  }
}
