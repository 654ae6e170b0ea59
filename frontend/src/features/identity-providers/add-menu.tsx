import { component$, type QRL } from "@builder.io/qwik"
import type { ProviderType } from "~/client/identity-providers"
import { Icon } from "~/components/ui/icon"
import { Menu, MenuItemBody } from "~/components/ui/menu"

interface AddMenuProps {
  readonly id: string
  readonly onAdd$: QRL<(type: ProviderType) => void>
}

/** Adds a provider of one type or the other. */
export const AddMenu = component$<AddMenuProps>(({ id, onAdd$ }) => (
  <>
    <button type="button" class="btn btn-primary" popovertarget={id}><Icon name="plus" /> Add provider <Icon name="chevron-down" /></button>
    <Menu id={id} label="Add provider" end>
      <button type="button" class="menu-item" popovertarget={id} onClick$={() => onAdd$("oidc")}>
        <MenuItemBody icon="globe" label="OpenID Connect" hint="Entra, Keycloak, Google, Okta…" />
      </button>
      <button type="button" class="menu-item" popovertarget={id} onClick$={() => onAdd$("ldap")}>
        <MenuItemBody icon="database" label="LDAP directory" hint="OpenLDAP, Active Directory…" />
      </button>
    </Menu>
  </>
))
