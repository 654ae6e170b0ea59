import { component$, useContext } from "@builder.io/qwik"
import { AreaField } from "~/components/ui/area-field"
import { CheckField, Field } from "~/components/ui/field"
import { FormContext } from "~/components/ui/form"
import { useEditing } from "~/features/buckets/bucket-features/editing"
import { editorOf } from "~/features/buckets/bucket-features/editors"
import { FEATURE_LIST, type FeatureName } from "~/features/buckets/bucket-features/feature"
import { JsonEditor } from "~/features/buckets/bucket-features/json-editor"
import { TemplateButtons } from "~/features/buckets/bucket-features/template-buttons"
import { type ChangeKind, hasEditor, kindOf } from "./bulk-change"

const SourceFields = component$<{ readonly source: string }>(({ source }) => {
  const form = useContext(FormContext)
  return (
    <>
      <Field
        name="source"
        label="Copy from bucket"
        value={source}
        required
        mono
        hint="Name of the bucket, or its id where several buckets have the name."
      />
      <fieldset class="grid gap-1" aria-describedby={form.fields["feature"] ? "bulk-features-note" : undefined}>
        <legend class="mb-1 font-medium">Features</legend>
        <div class="grid gap-1 sm:grid-cols-2">
          {FEATURE_LIST.map(({ feature, label }) => (
            <CheckField key={feature} name={`feature.${feature}`} label={label} />
          ))}
        </div>
      </fieldset>
    </>
  )
})

interface ChangeFieldsProps {
  readonly kind: ChangeKind
  readonly source: string
  readonly removed?: string
  readonly clear?: boolean
}

export const ChangeFields = component$<ChangeFieldsProps>(({ clear = false, kind, removed = "", source }) => {
  const editing = useEditing()
  const { clears, hint, merge } = kindOf(kind)
  const Form = hasEditor(kind) ? editorOf(kind as FeatureName).Form : undefined
  return (
    <div class="grid min-w-0 gap-4" data-testid={`change-${kind}`}>
      <p class="text-ink-2">{hint}</p>
      {kind === "copy_features" && <SourceFields source={source} />}
      {hasEditor(kind) && (
        <>
          <div class="flex flex-wrap items-center gap-2 empty:hidden">
            <TemplateButtons />
          </div>
          {Form === undefined ? <JsonEditor /> : <Form />}
          {editing.faults.length > 0 && (
            <ul class="alert alert-danger grid min-w-0 gap-1" role="alert" aria-label="Errors">
              {editing.faults.map(({ message, path }) => (
                <li key={`${path.join(".")}-${message}`} class="min-w-0 break-words">
                  {path.join(" › ")}: {message}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {merge !== undefined && (
        <AreaField name="removed" label={merge.removed} value={removed} rows={2} hint="One a line." />
      )}
      {clears !== undefined && (
        <CheckField
          name="clear"
          label={clears}
          checked={clear}
          hint={hasEditor(kind) ? "The fields above are not used then." : undefined}
        />
      )}
    </div>
  )
})
