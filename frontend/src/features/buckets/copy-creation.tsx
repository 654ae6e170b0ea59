import { component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { CopyAs } from "~/components/ui/copy-as"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { creationInput } from "./creation"
import { creationCommands } from "./creation-commands"

export const CopyCreation = component$(() => {
  const contexts = useExecutionContexts()
  const box = useSignal<HTMLElement>()
  const formCreation = useSignal<ReturnType<typeof creationInput> | null>(null)
  useVisibleTask$(
    ({ cleanup }) => {
      const form = box.value?.closest("form")
      if (!form) return
      const update = () => {
        formCreation.value = creationInput(
          Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
        )
      }
      update()
      form.addEventListener("input", update)
      cleanup(() => form.removeEventListener("input", update))
    },
    { strategy: "document-ready" }
  )
  return (
    <div ref={box} class="min-w-0">
      {formCreation.value !== null && formCreation.value.name !== "" && (
        <CopyAs
          commands={creationCommands(
            formCreation.value,
            contexts.current?.id ?? "",
            contexts.current?.endpoint_url ?? ""
          )}
          about="creates this bucket"
        />
      )}
    </div>
  )
})
