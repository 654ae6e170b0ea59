import { component$, type NoSerialize, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import type { PickedFile } from "~/features/objects/transfers/upload-files"

interface ButtonsProps {
  readonly take: Signal<NoSerialize<(files: ReadonlyArray<PickedFile>) => void> | undefined>
  readonly prepare: Signal<NoSerialize<() => void> | undefined>
}

export const UploadButtons = component$<ButtonsProps>(({ prepare, take }) => {
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
        onClick$={() => prepare.value?.()}
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
            take.value?.([...(input.files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name })))
            input.value = ""
          }}
        />
      ))}
    </>
  )
})
