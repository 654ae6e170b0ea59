import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { counted, int } from "~/lib/format"
import type { Security } from "./user"

export const SecurityFacts = (props: { readonly security: Security }) => {
  const {
    active_token_count,
    has_password,
    last_login_at,
    passkey_required,
    passkeys,
    password_changed_at,
    recovery_codes
  } = props.security
  return (
    <dl class="facts">
      <dt>Password</dt>
      <dd>
        {has_password ? (
          password_changed_at ? (
            <>
              Set <Ago at={password_changed_at} />
            </>
          ) : (
            "Set"
          )
        ) : (
          "None"
        )}
      </dd>
      <dt>Passkey</dt>
      <dd>
        {passkey_required ? (
          passkeys.length > 0 ? (
            "Asked for at sign-in"
          ) : (
            <Badge text="To be set up at the next sign-in" tone="warn" />
          )
        ) : passkeys.length > 0 ? (
          "Asked for at sign-in, though none is required"
        ) : (
          "Not required"
        )}
      </dd>
      <dt>Recovery codes</dt>
      <dd>
        {recovery_codes.issued === 0 ? "None" : `${int(recovery_codes.left)} of ${int(recovery_codes.issued)} left`}
      </dd>
      <dt>API tokens</dt>
      <dd>{active_token_count === 0 ? "None accepted now" : `${counted(active_token_count, "token")} accepted now`}</dd>
      <dt>Last sign-in</dt>
      <dd>{last_login_at ? <Ago at={last_login_at} /> : "Never"}</dd>
    </dl>
  )
}
