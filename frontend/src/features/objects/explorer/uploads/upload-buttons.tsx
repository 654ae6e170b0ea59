import { component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { chooseUpload, type UploadChoices } from "./use-uploads"

interface ButtonsProps {
  readonly choices: UploadChoices
  readonly prefix: string
}

export const UploadButtons = component$<ButtonsProps>(({ choices, prefix }) => {
  const files = useSignal<HTMLInputElement>()
  const folder = useSignal<HTMLInputElement>()
  useVisibleTask$(
    () => {
      // the JSX types lack this attribute
      if (folder.value) folder.value.webkitdirectory = true
    },
    { strategy: "document-ready" }
  )
  return (
    <>
      <button
        type="button"
        class="btn btn-secondary btn-icon"
        aria-label="Upload with options"
        onClick$={() => chooseUpload(choices, { files: [], prefix, isPrepared: true })}
      >
        <Icon name="sliders-horizontal" />
      </button>
      <button type="button" class="btn btn-secondary" onClick$={() => folder.value?.click()}>
        <Icon name="folder-up" /> <span class="explorer-words">Upload folder</span>
      </button>
      <button type="button" class="btn btn-primary" onClick$={() => files.value?.click()}>
        <Icon name="upload" /> Upload files
      </button>
      {[
        { ref: files, label: "Files to upload" },
        { ref: folder, label: "Folder to upload" }
      ].map(({ label, ref }) => (
        <input
          key={label}
          ref={ref}
          type="file"
          multiple
          class="sr-only"
          tabIndex={-1}
          aria-label={label}
          onChange$={(_, input) => {
            const files = [...(input.files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }))
            chooseUpload(choices, { files, prefix, isPrepared: false })
            input.value = ""
          }}
        />
      ))}
    </>
  )
})
