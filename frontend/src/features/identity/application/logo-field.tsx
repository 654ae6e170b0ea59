import { $, component$, useContext, useSignal } from "@builder.io/qwik"
import { FormContext } from "~/components/ui/form"
import { FieldNote } from "~/components/ui/field"
import { Icon } from "~/components/ui/icon"
import type { PreviewedBrand } from "./brand-preview"

const MOST = 64 * 1024
const HINT = "PNG, JPEG or WebP, at most 64 KiB. It is shown about 30 pixels high."

const readDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error("unreadable"))
    reader.readAsDataURL(file)
  })

export const LogoField = component$<{ readonly shown: PreviewedBrand; readonly disabled: boolean }>(
  ({ disabled, shown }) => {
    const form = useContext(FormContext)
    const refused = useSignal("")
    const hiddenInput = useSignal<HTMLInputElement>()
    const take$ = $(async (logo: string | null) => {
      shown.logo = logo
      // the form detects changes by input events
      requestAnimationFrame(() => hiddenInput.value?.dispatchEvent(new Event("input", { bubbles: true })))
    })
    const id = `${form.id}-logo`
    const error = refused.value || form.fields["branding.logo"]
    return (
      <div class="min-w-0">
        <label for={id} class="mb-1 block font-medium">
          Logo<span class="font-normal text-ink-3"> (optional)</span>
        </label>
        <div class="flex flex-wrap items-center gap-2">
          <input
            id={id}
            type="file"
            class="input min-w-0 flex-1 basis-48 py-1"
            accept="image/png,image/jpeg,image/webp"
            disabled={disabled}
            aria-invalid={error ? "true" : undefined}
            aria-describedby={`${id}-note`}
            onChange$={async (_, input) => {
              const file = input.files?.[0]
              refused.value = ""
              if (!file) return
              if (!["image/png", "image/jpeg", "image/webp"].includes(file.type))
                refused.value = "A logo is a PNG, JPEG or WebP image."
              else if (file.size > MOST)
                refused.value = `This image has ${Math.ceil(file.size / 1024)} KiB; a logo has at most 64.`
              if (refused.value === "") {
                try {
                  await take$(await readDataUrl(file))
                } catch {
                  refused.value = "This file could not be read. Choose it again."
                }
              }
              if (refused.value !== "") input.value = ""
            }}
          />
          {shown.logo !== null && (
            <button type="button" class="btn btn-secondary" disabled={disabled} onClick$={() => take$(null)}>
              <Icon name="trash-2" /> Remove logo
            </button>
          )}
        </div>
        <input ref={hiddenInput} type="hidden" name="branding.logo" value={shown.logo ?? ""} aria-label="Logo" />
        <FieldNote id={`${id}-note`} error={error} hint={HINT} />
      </div>
    )
  }
)
