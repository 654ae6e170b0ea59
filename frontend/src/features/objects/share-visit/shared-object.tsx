import { component$ } from "@builder.io/qwik"
import type { Answer } from "~/client/contract"
import { Icon } from "~/components/ui/icon"
import { bytes } from "~/lib/format"
import { visible } from "~/lib/visible"
import { fileAddress } from "./file-address"

type Shared = Extract<Answer<"GET /api/share/:token">, { readonly kind: "object" }>["file"]

export const SharedObject = component$<{ readonly token: string; readonly file: Shared }>(({ file, token }) => (
  <div class="card flex flex-wrap items-center gap-4 p-4">
    <span class="grid size-10 shrink-0 place-items-center rounded-ctl bg-sunken text-ink-2">
      <Icon name="file" class="size-5" />
    </span>
    <span class="min-w-0 flex-1 basis-40">
      <span class="block font-medium wrap-anywhere">{visible(file.name)}</span>
      <span class="num block text-xs text-ink-3">{bytes(file.size_bytes)}</span>
    </span>
    <a class="btn btn-primary btn-lg" href={fileAddress(token, null)} download>
      <Icon name="download" /> Download
    </a>
  </div>
))
