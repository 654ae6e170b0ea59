import { component$ } from "@builder.io/qwik"
import { int } from "~/lib/format"
import { type Doomed, hasFolder } from "./delete-objects"
import { visible } from "./entries"

/** How many entries are named one by one. */
const NAMED = 100

export const DeleteText = component$<{ readonly subject: Doomed }>(({ subject }) => (
  <>
    <p>{hasFolder(subject) ? "Folders go with everything below them. " : ""}In a bucket with versions, earlier versions stay.</p>
    <ul class="mt-2 max-h-40 overflow-y-auto font-mono text-xs">
      {subject.keys.slice(0, NAMED).map((key) => <li key={key} class="truncate">{visible(key)}</li>)}
      {subject.keys.length > NAMED && <li>… and {int(subject.keys.length - NAMED)} more</li>}
    </ul>
  </>
))
