import { component$ } from "@builder.io/qwik"
import { Icon } from "./icon"

export const WarningList = component$<{ readonly warnings: ReadonlyArray<string> }>(({ warnings }) =>
  warnings.length === 0 ? null : (
    <div class="grid gap-1 px-5 pb-2" role="status">
      {warnings.map((text) => (
        <p key={text} class="alert alert-warn">
          <Icon name="triangle-alert" />
          <span>{text}.</span>
        </p>
      ))}
    </div>
  )
)
