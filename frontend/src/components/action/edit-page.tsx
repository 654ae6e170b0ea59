import {
  $,
  type Component,
  component$,
  type JSXChildren,
  type QRL,
  type Signal,
  Slot,
  useContextProvider,
  useSignal,
  useTask$
} from "@builder.io/qwik"
import { asProblem, ProblemError } from "~/client/problem-error"
import { useTrail } from "~/lib/crumbs"
import { useLocation, useNavigate } from "~/lib/route"
import { type ToastInput, successToast, useToasts } from "~/lib/toasts"
import { type Loaded, reload } from "~/lib/use-loaded"
import { Form, FormContext, type FormValues, useForm } from "../ui/form"
import { Icon } from "../ui/icon"
import { NavLink } from "../ui/nav-link"
import { ErrorState } from "../ui/states"
import { formDifferences } from "./differences"
import type { FieldsProps } from "./edit-dialog"
import { type Answered, type Doubt, LoseQuestion, type Question, SaveQuestion } from "./edit-questions"
import { nullWhenMissing } from "./use-action"
import { type DeclaredTest, TestButton, TestFindings, useFormTest } from "./form-test"
import { useFormChanges } from "./use-form-changes"
import { useGuard } from "./use-guard"

interface EditPageProps<R extends object, A, T extends object> {
  readonly id: string
  readonly kind: string
  readonly home: { readonly href: string; readonly label: string }
  readonly loaded?: Loaded<R>
  readonly named?: keyof R & string
  readonly title?: string
  readonly submit?: string
  readonly fields: Component<FieldsProps<R>>
  /** Hides the fields while another part of the page is shown; `show$` reveals them. */
  readonly elsewhere?: boolean
  readonly show$?: QRL<() => unknown>
  readonly locked?: string
  readonly save$: QRL<(values: FormValues, row: R | undefined) => Promise<A>>
  readonly test?: DeclaredTest<R, T>
  readonly doubt$?: QRL<(values: FormValues, row: R | undefined) => Promise<Doubt | null>>
  /** Re-reads the row, to show what another user changed of `compares`. The API rejects an outdated `version`. */
  readonly now$?: QRL<(row: R) => Promise<R>>
  readonly compares?: Readonly<Partial<Record<keyof R & string, string>>>
  readonly toast$?: QRL<(answer: A, row: R | undefined) => ToastInput | null>
  readonly to$?: QRL<(answer: A) => string>
  readonly children?: JSXChildren
}

type Frame = Omit<EditPageProps<object, unknown, object>, "children" | "named" | "compares"> & {
  readonly named?: string
  readonly compares?: Readonly<Record<string, string>>
}

const versionOf = (row: object | undefined): number | string | undefined =>
  (row as { readonly version?: number | string } | undefined)?.version

const isSameBut = (one: object, other: object | undefined, field: string): boolean =>
  JSON.stringify({ ...one, [field]: null }) === JSON.stringify({ ...other, [field]: null })

const deletedProblem = () =>
  new ProblemError({
    status: 404,
    code: "not_found",
    title: "Not found",
    detail: "It is gone: somebody else deleted it. Copy what you typed if you still need it."
  })

interface EditorProps extends Omit<Frame, "loaded"> {
  readonly row: object | undefined
  readonly current: Signal<object | undefined>
  readonly anew$: QRL<(row: object | null) => void>
}

const Editor = component$<EditorProps>((props) => {
  const {
    anew$,
    compares,
    current,
    doubt$,
    elsewhere,
    fields: Fields,
    home,
    kind,
    locked,
    now$,
    toast$,
    save$,
    show$,
    test,
    to$
  } = props
  const form = useForm(props.id)
  const formId = `${props.id}-form`
  useContextProvider(FormContext, form)
  const toasts = useToasts()
  const navigate = useNavigate()
  const body = useSignal<HTMLElement>()
  // A reload must not change what is typed.
  const taken = useSignal(props.row)
  const row = taken.value
  const knownVersion = useSignal(versionOf(props.row))
  useTask$(({ track }) => {
    const loaded = track(() => current.value)
    // Another part of the page changed its own settings of the row.
    if (loaded !== undefined && isSameBut(loaded, taken.value, "version")) knownVersion.value = versionOf(loaded)
  })
  const tested = useFormTest<object>()
  const watched = useSignal(false)
  const isDirty = useSignal(false)
  const edited = useFormChanges(body, watched, isDirty)
  const question = useSignal<Question | null>(null)
  const answered = useSignal<Answered>({})
  const discarding = useSignal<object | null>(null)
  const { leave$, release$, wanted } = useGuard(isDirty)

  const Findings = test?.findings
  const try$ = test?.try$
  const submit$ = $(() => {
    ;(document.getElementById(formId) as HTMLFormElement | null)?.requestSubmit()
  })
  const open = locked === undefined || locked === ""
  return (
    <>
      <Form
        id={formId}
        quiet
        state={form}
        onSubmit$={$(async (typed: FormValues) => {
          const { conflict, doubt, values: instead } = answered.value
          const values = { ...typed, ...instead }
          answered.value = {}
          const before = taken.value
          if (before !== undefined && edited.value.length === 0) {
            successToast(toasts, { tone: "info", text: "Nothing was changed" })
            return
          }
          const canCompare = before !== undefined && now$ !== undefined && compares !== undefined
          if (canCompare && knownVersion.value === undefined && !conflict) {
            const now = await nullWhenMissing(now$(before))
            if (now === null) throw deletedProblem()
            const found = formDifferences(before, now, compares)
            if (found.length > 0) {
              question.value = { kind: "conflict", differences: found, row: now }
              return
            }
          }
          if (doubt$ !== undefined && !doubt) {
            const found = await doubt$(values, before)
            if (found !== null) {
              question.value = { kind: "doubt", doubt: found }
              return
            }
          }
          let answer: unknown
          try {
            answer = await save$(
              values,
              before === undefined || knownVersion.value === undefined
                ? before
                : { ...before, version: knownVersion.value }
            )
          } catch (cause) {
            const { code, status } = asProblem(cause)
            if (!canCompare || (code !== "stale_plan" && status !== 404)) throw cause
            const now = await nullWhenMissing(now$(before))
            if (now === null) throw deletedProblem()
            // 404 of another resource that saving needs.
            if (status === 404) throw cause
            question.value = { kind: "conflict", differences: formDifferences(before, now, compares), row: now }
            return
          }
          isDirty.value = false
          await release$()
          const toast = toast$ ? await toast$(answer, before) : null
          if (toast !== null) successToast(toasts, toast)
          if (before === undefined && to$) await navigate(await to$(answer), { replaceState: true })
          else await anew$(answer as object)
        })}
      >
        <fieldset
          ref={body as Signal<HTMLFieldSetElement | undefined>}
          disabled={!open}
          class={elsewhere || !watched.value ? "hidden" : "contents"}
        >
          <legend class="sr-only">{kind}</legend>
          <Fields row={row} />
        </fieldset>
      </Form>
      {Findings && (
        <TestFindings test={tested} class="mt-4 scroll-mb-24">
          {tested.state.found && <Findings found={tested.state.found} />}
        </TestFindings>
      )}
      <Slot />
      {open && (!elsewhere || edited.value.length > 0) && (
        <footer class="edit-foot" aria-label="Save or discard">
          {form.general && (
            <p role="alert" class="alert alert-danger w-full">
              <Icon name="circle-alert" />
              <span class="min-w-0 break-words">{form.general}</span>
            </p>
          )}
          {test && (
            <TestButton
              test={tested}
              form={formId}
              label={test.label}
              busyLabel={test.busyLabel}
              icon={test.icon}
              try$={$(async (values: FormValues) => (await try$?.(values, row)) ?? {})}
            />
          )}
          <p class="min-w-0 flex-1 basis-40 truncate text-xs text-ink-3" role="status" data-testid="changed">
            {edited.value.length > 0
              ? `${row === undefined ? "Not saved" : "Changed"}: ${edited.value.join(", ")}`
              : row === undefined
                ? ""
                : "Nothing is changed"}
          </p>
          <span class="ms-auto flex gap-2">
            {row === undefined ? (
              <NavLink href={home.href} class="btn btn-secondary">
                Cancel
              </NavLink>
            ) : (
              <button
                type="button"
                class="btn btn-secondary"
                disabled={form.busy || edited.value.length === 0}
                onClick$={() => {
                  discarding.value = {}
                }}
              >
                Discard changes
              </button>
            )}
            <button
              type={elsewhere ? "button" : "submit"}
              form={formId}
              class="btn btn-primary"
              onClick$={async () => {
                if (!elsewhere) return
                await show$?.()
                requestAnimationFrame(() => submit$())
              }}
              disabled={form.busy || form.waiting || (row !== undefined && edited.value.length === 0)}
            >
              {form.busy && <Icon name="loader-circle" class="spin" />}{" "}
              {row === undefined ? (props.submit ?? "Save") : "Save changes"}
            </button>
          </span>
        </footer>
      )}
      <LoseQuestion
        open={wanted}
        title="Leave without saving?"
        edited={edited}
        lose="Discard and leave"
        lose$={leave$}
      />
      <LoseQuestion
        open={discarding}
        title="Discard changes?"
        edited={edited}
        lose="Discard changes"
        lose$={$(() => anew$(taken.value ?? null))}
      />
      <SaveQuestion
        question={question}
        save$={$(async (given: Answered) => {
          if (question.value?.kind === "conflict") knownVersion.value = versionOf(question.value.row)
          answered.value = given
          question.value = null
          await submit$()
        })}
        theirs$={$(async (theirs: object | null) => {
          question.value = null
          await anew$(theirs)
        })}
      />
    </>
  )
})

const titleOf = (row: object, field: string): string => String((row as Readonly<Record<string, unknown>>)[field])

const EditPageFrame = component$<Frame>(({ loaded, ...props }) => {
  const location = useLocation()
  const trail = useTrail()
  const round = useSignal(0)
  const current = useSignal<object>()
  const row = loaded?.value ?? undefined
  const { named: field = "name", title: newTitle = "" } = props
  const title = loaded === undefined ? newTitle : row === undefined ? "" : titleOf(row, field)
  useTask$(({ track }) => {
    const known = track(() => loaded?.value)
    current.value = known ?? undefined
    trail.value = { path: location.url.pathname, label: known ? titleOf(known, field) : newTitle || "…" }
  })
  const anew$ = $(async (next: object | null) => {
    if (loaded && next !== null) loaded.value = next
    else if (loaded) {
      loaded.value = null
      reload(loaded)
    }
    round.value++
  })
  return (
    <div class="edit-page">
      <header class="mb-5 flex flex-wrap items-start gap-x-4 gap-y-2">
        <div class="min-w-0 flex-1 basis-52">
          <p class="text-xs text-ink-3">{props.kind}</p>
          <h1 class="text-xl font-semibold tracking-tight break-words">
            {title || <span class="skeleton inline-block h-6 w-48" />}
          </h1>
        </div>
        <Slot name="header" />
      </header>
      {loaded !== undefined && row === undefined ? (
        loaded.problem ? (
          loaded.problem.status === 404 || loaded.problem.status === 422 || loaded.problem.status === 400 ? (
            <p class="alert" role="status">
              <Icon name="info" />
              <span>
                Nothing is here: it was deleted, or it is not among those that you may see.{" "}
                <NavLink href={props.home.href} class="link">
                  Back to {props.home.label}
                </NavLink>
              </span>
            </p>
          ) : (
            <div class="grid justify-items-center pt-8">
              <ErrorState
                title="This could not be loaded"
                problem={loaded.problem}
                onRetry$={$(() => {
                  if (loaded) reload(loaded)
                })}
              />
            </div>
          )
        ) : (
          <div class="grid gap-3" role="status" aria-label="Loading">
            {[0, 1, 2, 3, 4, 5].map((line) => (
              <span key={line} class={["skeleton block h-8", line % 2 ? "w-3/5" : "w-4/5"]} />
            ))}
          </div>
        )
      ) : (
        <>
          <Slot name="above" />
          {props.locked && (
            <p class="alert mb-4">
              <Icon name="lock" />
              <span>{props.locked}</span>
            </p>
          )}
          <Editor key={round.value} {...props} row={row} current={current} anew$={anew$}>
            <Slot />
          </Editor>
        </>
      )}
    </div>
  )
})

export const EditPage = <R extends object, A, T extends object>({ children, ...props }: EditPageProps<R, A, T>) => (
  <EditPageFrame {...(props as unknown as Frame)}>{children}</EditPageFrame>
)
