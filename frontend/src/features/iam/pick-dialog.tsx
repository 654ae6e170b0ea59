import { $, component$, type QRL, type Signal, useId, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field, SelectField } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"

interface Option {
  readonly value: string
  readonly label: string
}

interface PickProps {
  readonly open: Signal<object | null>
  readonly title: string
  readonly label: string
  readonly submit: string
  readonly none: string
  readonly load$: QRL<() => Promise<ReadonlyArray<Option>>>
  readonly save$: QRL<(value: string) => Promise<void>>
}

const MAX_LISTED_OPTIONS = 50

const Picking = component$<Omit<PickProps, "title">>(({ label, load$, none, open, save$, submit }) => {
  const form = useForm("iam-pick")
  const id = useId()
  const options = useSignal<ReadonlyArray<Option> | null>(null)
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
        await save$(values["picked"] ?? "")
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
        {loadedOptions !== null &&
          loadedOptions.length > 0 &&
          (loadedOptions.length <= MAX_LISTED_OPTIONS ? (
            <SelectField name="picked" label={label} options={loadedOptions} />
          ) : (
            <>
              <Field
                name="picked"
                label={label}
                required
                mono
                autoFocus
                list={id}
                hint={`One of ${loadedOptions.length}: type to find it.`}
              />
              <datalist id={id}>
                {loadedOptions.map(({ label, value }) => (
                  <option key={value} value={value}>
                    {label === value ? "" : label}
                  </option>
                ))}
              </datalist>
            </>
          ))}
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
