import { $, component$, type QRL, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem, ProblemError } from "~/client/problem-error"
import { ComboField } from "~/components/ui/combo-field"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { type ComboOption, findOptionByLabel } from "~/lib/match-options"

interface PickProps {
  readonly open: Signal<object | null>
  readonly title: string
  readonly label: string
  readonly submit: string
  readonly none: string
  readonly load$: QRL<() => Promise<ReadonlyArray<ComboOption>>>
  readonly save$: QRL<(value: string) => Promise<void>>
}

const notListed = () =>
  new ProblemError({
    status: 422,
    code: "invalid_input",
    title: "Not in the list",
    detail: "",
    errors: [{ path: ["picked"], message: "Choose one of the list." }]
  })

const Picking = component$<Omit<PickProps, "title">>(({ label, load$, none, open, save$, submit }) => {
  const form = useForm("iam-pick")
  const options = useSignal<ReadonlyArray<ComboOption> | null>(null)
  const problem = useSignal("")
  useVisibleTask$(
    async () => {
      form.waiting = true
      try {
        options.value = await load$()
        form.waiting = options.value.length === 0
      } catch (cause) {
        problem.value = asProblem(cause).message
      }
    },
    { strategy: "document-ready" }
  )
  const loadedOptions = options.value
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        const picked = findOptionByLabel(options.value ?? [], values["picked"] ?? "")
        if (picked === undefined) throw notListed()
        await save$(picked.value)
        open.value = null
      })}
    >
      <div class="grid gap-4 px-5 py-4">
        {problem.value !== "" && (
          <p role="alert" class="alert alert-danger">
            {label}: nothing could be loaded. {problem.value}
          </p>
        )}
        {loadedOptions === null && problem.value === "" && (
          <div role="status" aria-label="Loading">
            <span class="skeleton mb-1 block h-5 w-24" />
            <span class="skeleton block h-8" />
          </div>
        )}
        {loadedOptions?.length === 0 && (
          <p class="alert" role="status">
            {none}
          </p>
        )}
        {loadedOptions !== null && loadedOptions.length > 0 && (
          <ComboField name="picked" label={label} required autoFocus options={loadedOptions} />
        )}
      </div>
      <DialogActions open={open} submit={submit} busy={form.busy || form.waiting} />
    </Form>
  )
})

export const PickDialog = component$<PickProps>(({ open, title, ...props }) => (
  <Dialog open={open} title={title}>
    <Picking {...props} open={open} />
  </Dialog>
))
