import { component$ } from "@builder.io/qwik"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { date } from "~/lib/format"
import type { Loaded } from "~/lib/use-loaded"
import { Item, Section } from "./section"
import type { Identity, Security } from "./security"

const TYPES = { oidc: "OpenID Connect", ldap: "LDAP directory" } as const

const About = ({ identity }: { readonly identity: Identity }) => (
  <>
    {[identity.email, TYPES[identity.provider_type], `linked ${date(identity.created_at)}`].filter(Boolean).join(" · ")}
    {" · "}
    {identity.last_used_at ? (
      <>
        last used <Ago at={identity.last_used_at} />
      </>
    ) : (
      "never used"
    )}
  </>
)

export const IdentitiesSection = component$<{ readonly security: Loaded<Security> }>(({ security }) => (
  <Section
    id="identities"
    title="Linked providers"
    text="Accounts elsewhere that sign you in here. Administrators link and unlink them."
    loaded={security}
  >
    {security.value?.identities.length === 0 && (
      <p class="card px-4 py-3 text-ink-2">No provider is linked to your account.</p>
    )}
    {security.value !== null && security.value.identities.length > 0 && (
      <ul class="card divide-y divide-line">
        {security.value.identities.map((identity) => (
          <Item key={identity.id}>
            <p class="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span class="font-medium">{identity.provider_label ?? identity.provider_id}</span>
              {identity.revoked_at !== null && <Badge text="Unlinked" tone="warn" />}
              {identity.provider_label === null && <Badge text="Not configured any more" />}
            </p>
            <p class="text-xs break-words text-ink-3">
              <About identity={identity} />
            </p>
          </Item>
        ))}
      </ul>
    )}
  </Section>
))
