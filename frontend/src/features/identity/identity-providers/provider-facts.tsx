import { CopyButton } from "~/components/ui/copy-button"
import { counted, dateTime, int } from "~/lib/format"
import type { ProviderRow } from "./provider-row"

export const ProviderFacts = (props: { readonly row: ProviderRow }) => {
  const { ldap, oidc } = props.row
  const { config, has_secret, updated_at } = (oidc ?? ldap)!
  return (
    <dl class="facts">
      <dt>Id</dt>
      <dd class="font-mono text-xs">{props.row.id}</dd>
      <dt>{oidc ? "Issuer" : "Address"}</dt>
      <dd class="font-mono text-xs break-all">{props.row.address}</dd>
      {oidc && (
        <>
          <dt>Client id</dt>
          <dd class="font-mono text-xs break-all">{oidc.config.client_id}</dd>
          <dt>Redirect URI</dt>
          <dd>
            <span class="mb-1 block font-mono text-xs break-all">{oidc.redirect_uri}</span>
            <CopyButton text={oidc.redirect_uri} label="Copy" name={`Copy redirect URI of ${props.row.label}`} />
          </dd>
          <dt>Scopes</dt>
          <dd class="font-mono text-xs">{oidc.config.scopes?.join(" ")}</dd>
          <dt>Signatures</dt>
          <dd class="font-mono text-xs">{oidc.config.allowed_algorithms?.join(" ")}</dd>
        </>
      )}
      {ldap && (
        <>
          <dt>Encryption</dt>
          <dd>{ldap.config.start_tls ? "StartTLS" : "TLS from the start"}</dd>
          {ldap.config.bind_mode === "search" ? (
            <>
              <dt>Base DN</dt>
              <dd class="font-mono text-xs break-all">{ldap.config.base_dn}</dd>
              <dt>Filter</dt>
              <dd class="font-mono text-xs break-all">{ldap.config.user_filter}</dd>
              <dt>Bind DN</dt>
              <dd class="font-mono text-xs break-all">{ldap.config.bind_dn ?? "Nobody"}</dd>
            </>
          ) : (
            <>
              <dt>Pattern</dt>
              <dd class="font-mono text-xs break-all">{ldap.config.user_dn_template}</dd>
            </>
          )}
          <dt>Attributes</dt>
          <dd class="font-mono text-xs break-all">
            {ldap.config.subject_attribute}, {ldap.config.email_attribute}, {ldap.config.name_attribute}
          </dd>
        </>
      )}
      <dt>{oidc ? "Client secret" : "Password"}</dt>
      <dd>{has_secret ? "Stored" : "None"}</dd>
      <dt>Authority</dt>
      <dd>{config.ca_certificate ? "A private one" : "The public ones"}</dd>
      <dt>Linking</dt>
      <dd>
        {config.linking_policy === "manual" ? "By hand" : "By verified e-mail"}
        {config.linking_policy === "trusted_email" && (
          <span class="block text-xs text-ink-3">
            {config.trusted_domains?.join(", ") || "No trusted domain: nobody is linked by themselves"}
          </span>
        )}
      </dd>
      <dt>Groups</dt>
      <dd>
        {config.group_mapping
          ? `${counted(config.group_mapping.groups.length, "group")} by ` +
            `${"claim" in config.group_mapping ? config.group_mapping.claim : config.group_mapping.attribute}`
          : "Not taken over"}
      </dd>
      <dt>Identities</dt>
      <dd class="num">{int(props.row.identity_count)}</dd>
      {updated_at && (
        <>
          <dt>Changed</dt>
          <dd>{dateTime(updated_at)}</dd>
        </>
      )}
    </dl>
  )
}
