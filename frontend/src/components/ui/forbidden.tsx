import { component$ } from "@builder.io/qwik"
import { ListingPage, PageHeader } from "./page-header"
import { EmptyState } from "./states"

/** A page that somebody may not see: for whom it is, and where they find what is theirs. */
export const Forbidden = component$<{ readonly title: string; readonly who: string; readonly text: string }>(({ text, title, who }) => (
  <ListingPage>
    <PageHeader title={title} />
    <div class="grid place-items-center p-6"><EmptyState icon="lock" title={who} text={text} /></div>
  </ListingPage>
))
