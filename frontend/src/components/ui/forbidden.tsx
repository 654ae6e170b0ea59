import { component$ } from "@builder.io/qwik"
import { NavLink } from "./nav-link"
import { ListingPage, PageHeader } from "./page-header"
import { SearchButton } from "./search-button"
import { EmptyState } from "./states"

interface ForbiddenProps {
  readonly title: string
  readonly who: string
  readonly text: string
  readonly next: { readonly href: string; readonly label: string } | null
}

export const Forbidden = component$<ForbiddenProps>(({ next, text, title, who }) => (
  <ListingPage>
    <PageHeader title={title} />
    <div class="grid flex-1 place-items-center p-6" data-testid="forbidden">
      <EmptyState icon="lock" title={who} text={text}>
        {next && (
          <NavLink href={next.href} class="btn btn-primary">
            {next.label}
          </NavLink>
        )}
        <SearchButton />
      </EmptyState>
    </div>
  </ListingPage>
))
