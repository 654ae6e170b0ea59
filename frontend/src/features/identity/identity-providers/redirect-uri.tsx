import { component$ } from "@builder.io/qwik"
import { CopyButton } from "~/components/ui/copy-button"

export const RedirectUri = component$<{ readonly uri: string }>(({ uri }) => (
  <div>
    <p class="mb-1 font-medium">Redirect URI</p>
    <div class="flex items-center gap-2">
      <code class="min-w-0 flex-1 rounded-ctl bg-sunken px-2.5 py-1.5 text-xs break-all" data-testid="redirect-uri">
        {uri}
      </code>
      <CopyButton text={uri} label="Copy" name="Copy redirect URI" />
    </div>
    <p class="mt-1 text-xs text-ink-3">Register it at the provider, exactly like this.</p>
  </div>
))
