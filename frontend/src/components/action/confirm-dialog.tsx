import { $, type Component, component$, sync$, useSignal } from "@builder.io/qwik"
import { asProblem, ProblemError } from "~/client/problem-error"
import { successToast } from "~/lib/toasts"
import { Dialog, DialogActions } from "../ui/dialog"
import { Field } from "../ui/field"
import { Form, type FormValues, useForm } from "../ui/form"
import { Icon } from "../ui/icon"
import { type Action, runAction, type Subject } from "./use-action"

interface ConfirmDialogProps<S extends Subject> {
  readonly action: Action<S, never>
  readonly id: string
  readonly title: string
  readonly named?: boolean
  readonly button: string
  readonly typed?: keyof S & string
  readonly harmless?: boolean
  readonly about: Component<{ readonly subject: S }>
}

const notTyped = (name: string) =>
  new ProblemError({
    status: 422,
    code: "not_confirmed",
    title: "Not confirmed",
    detail: "",
    errors: [{ path: ["confirm_name"], message: `Type ${name} exactly.` }]
  })

type Frame = ConfirmDialogProps<Subject> & { readonly subject: Subject }

const Asking = component$<Frame>(({ about: About, action, button, harmless, id, subject, typed }) => {
  const form = useForm(id)
  const about = useSignal(subject)
  const previousName = useSignal("")
  const name = typed === undefined ? undefined : String(about.value[typed])
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues, element: HTMLFormElement) => {
        if (name !== undefined && values["confirm_name"] !== String(about.value[typed as keyof Subject]))
          throw notTyped(String(about.value[typed as keyof Subject]))
        const { again$ } = action.options
        try {
          if (await runAction(action, about.value)) action.pending.value = null
        } catch (cause) {
          const { code, status } = asProblem(cause)
          if (again$ === undefined || (code !== "stale_plan" && status !== 404)) throw cause
          const fresh: Subject | null = await again$(about.value)
          if (fresh !== null && fresh.name === about.value.name) throw cause
          if (fresh === null) {
            successToast(action.toasts, {
              tone: "info",
              text: `${about.value.name} is gone already`,
              detail: "Somebody else ended it. There is nothing left to do."
            })
            action.pending.value = null
            return
          }
          previousName.value = about.value.name
          about.value = fresh
          action.pending.value = fresh
          element.reset()
        }
      })}
    >
      {/* A second click of a double-click must not confirm. */}
      <div
        class="contents"
        onClick$={sync$((event: MouseEvent) => {
          if (event.detail > 1) event.preventDefault()
        })}
      >
        <div class="grid gap-4 px-5 py-4">
          {previousName.value !== "" && (
            <p role="alert" class="alert alert-warn">
              <Icon name="triangle-alert" />
              <span class="min-w-0 break-words">
                <b class="font-medium">{previousName.value}</b> is called <b class="font-medium">{about.value.name}</b>{" "}
                now. Nothing was changed: look at it once more.
              </span>
            </p>
          )}
          <div class="min-w-0 break-words text-ink-2">
            <About subject={about.value} />
          </div>
          {name !== undefined && (
            <Field name="confirm_name" label={`Type “${name}” to confirm`} required mono autoFocus />
          )}
        </div>
        <DialogActions open={action.pending} submit={button} busy={form.busy} danger={!harmless} />
      </div>
    </Form>
  )
})

const ConfirmFrame = component$<ConfirmDialogProps<Subject>>((props) => {
  const { action, named, title } = props
  const subject: Subject | null = action.pending.value
  return (
    <Dialog open={action.pending} title={subject !== null && named ? `${title} ${subject.name}` : title}>
      {subject !== null && <Asking key={String(subject.id)} {...props} subject={subject} />}
    </Dialog>
  )
})

export const ConfirmDialog = <S extends Subject, A>({
  action,
  ...props
}: Omit<ConfirmDialogProps<S>, "action"> & { readonly action: Action<S, A> }) => (
  <ConfirmFrame
    action={action as unknown as Action<Subject, never>}
    {...(props as unknown as Omit<ConfirmDialogProps<Subject>, "action">)}
  />
)
