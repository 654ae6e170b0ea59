import { component$ } from "@builder.io/qwik"
import type { Command } from "~/lib/terminal"
import { CommandLine } from "./command-line"
import { Icon } from "./icon"

export const CopyAs = component$<{ readonly commands: ReadonlyArray<Command>; readonly about: string }>(
  ({ about, commands }) =>
    commands.length === 0 ? null : (
      <details class="group min-w-0 text-xs" data-testid="copy-as">
        <summary class="inline-flex min-h-6 items-center gap-1 rounded-ctl text-ink-2">
          <Icon name="chevron-right" class="size-3.5 transition-transform group-open:rotate-90" /> Copy as{" "}
          {[...new Set(commands.map(({ tool }) => tool))].join(" or ")}
        </summary>
        <div class="mt-2 grid min-w-0 gap-2">
          {commands.map(({ note, text, tool }) => (
            <div key={`${tool} ${note}`} class="grid min-w-0 gap-1">
              <span class="text-ink-3">
                {tool}
                {note !== undefined && `: ${note}`}
              </span>
              <CommandLine
                command={text}
                about={`${about}, for ${tool}${note === undefined ? "" : ` of this console`}`}
              />
            </div>
          ))}
        </div>
      </details>
    )
)
