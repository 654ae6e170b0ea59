import { component$ } from "@builder.io/qwik"
import { int } from "~/lib/format"
import { visible } from "~/lib/visible"
import { type Doomed, hasFolder } from "./doomed"

/** How many entries are named one by one. */
const NAMED = 100

/** What goes. A key may be a thousand bytes without a space: it breaks wherever it must, and is never cut. */
export const DeleteText = component$<{ readonly subject: Doomed }>(({ subject }) => (
  <>
    <p>{hasFolder(subject) ? "Folders go with everything below them. " : ""}In a bucket with versions, earlier versions stay.</p>
    <ul class="mt-2 grid max-h-40 min-w-0 gap-1 overflow-y-auto font-mono text-xs" tabIndex={0} aria-label="What is deleted">
      {subject.keys.slice(0, NAMED).map((key) => <li key={key} class="[overflow-wrap:anywhere] whitespace-pre-wrap">{visible(key)}</li>)}
      {subject.keys.length > NAMED && <li>… and {int(subject.keys.length - NAMED)} more</li>}
    </ul>
  </>
))
