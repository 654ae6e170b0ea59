import { component$ } from "@builder.io/qwik"
import { CommandLine } from "~/components/ui/command-line"
import { Icon } from "~/components/ui/icon"
import type { Command } from "./commands"

/** The same for a terminal, folded away. Secrets are the terminal's own. */
export const CopyAs = component$<{ readonly commands: ReadonlyArray<Command>; readonly about: string }>(({ about, commands }) => commands.length === 0 ? null : (
  <details class="group min-w-0 text-xs">
    <summary class="inline-flex min-h-6 items-center gap-1 rounded-ctl text-ink-2"><Icon name="chevron-right" class="size-3.5 transition-transform group-open:rotate-90" /> Copy as {commands.map(({ tool }) => tool).join(" or ")}</summary>
    <div class="mt-2 grid gap-2">
      {commands.map(({ text, tool }) => (
        <div key={tool} class="grid gap-1"><span class="text-ink-3">{tool}</span><CommandLine command={text} about={`${about}, for ${tool}`} /></div>
      ))}
    </div>
  </details>
))
