import { component$ } from "@builder.io/qwik"
import { keyBlocks, type UsableKey } from "~/lib/key-blocks"
import { saveFile } from "~/lib/save-file"
import { CopyButton } from "./copy-button"
import { Icon } from "./icon"

export const KeyBlocksPanel = component$<{ readonly of: UsableKey & { readonly place?: string } }>(({ of }) => (
  <section class="grid min-w-0 gap-2" aria-label={`Use ${of.access_key}`} data-testid="key-blocks">
    <dl class="facts">
      <dt>Endpoint</dt>
      <dd class="font-mono text-xs break-all">{of.endpoint}</dd>
      <dt>Region</dt>
      <dd class="font-mono text-xs break-all">{of.region}</dd>
      {of.place !== undefined && (
        <>
          <dt>Bucket</dt>
          <dd class="font-mono text-xs break-all">{of.place}</dd>
        </>
      )}
    </dl>
    {keyBlocks(of).map(({ download, file, text, tool }, index) => (
      <details key={tool} class="group min-w-0 text-xs" open={index === 0}>
        <summary class="inline-flex min-h-6 items-center gap-1 rounded-ctl text-ink-2">
          <Icon name="chevron-right" class="size-3.5 transition-transform group-open:rotate-90" /> {tool}
          <span class="text-ink-3">· {file}</span>
        </summary>
        <div class="mt-1 grid min-w-0 gap-2">
          <pre
            class={
              "max-h-48 min-w-0 overflow-auto rounded-ctl bg-sunken px-3 py-2 font-mono text-xs wrap-anywhere " +
              "whitespace-pre-wrap"
            }
            tabIndex={0}
            aria-label={`Configuration for ${tool}`}
          >
            {text}
          </pre>
          <div class="flex flex-wrap gap-2">
            <CopyButton text={text} label="Copy" name={`Copy the configuration for ${tool}`} />
            <button
              type="button"
              class="btn btn-secondary"
              aria-label={`Download the configuration for ${tool}`}
              onClick$={() => saveFile(download, "text/plain;charset=utf-8", text)}
            >
              <Icon name="download" /> Download
            </button>
          </div>
        </div>
      </details>
    ))}
  </section>
))
