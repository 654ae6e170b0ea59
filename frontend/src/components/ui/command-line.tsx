import { component$ } from "@builder.io/qwik"
import { CopyButton } from "./copy-button"

export const CommandLine = component$<{ readonly command: string; readonly about: string }>(({ about, command }) => (
  <div class="flex flex-wrap items-start gap-2">
    <pre
      class={
        "min-w-0 flex-1 basis-60 rounded-ctl bg-sunken px-3 py-2 font-mono text-xs wrap-anywhere " +
        "whitespace-pre-wrap"
      }
      data-testid="command"
    >
      {command}
    </pre>
    <CopyButton text={command} label="Copy" name={`Copy the command that ${about}`} />
  </div>
))
