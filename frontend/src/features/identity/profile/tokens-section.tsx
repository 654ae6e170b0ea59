import { $, component$, type Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, ConfirmDialog, useAction, useEditing } from "~/components/action"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import type { ApiToken } from "~/features/identity/api-tokens/api-token"
import { CreateTokenDialog } from "~/features/identity/api-tokens/create-token-dialog"
import { TokenState, whyEnded } from "~/features/identity/api-tokens/token-state"
import { date } from "~/lib/format"
import { type Loaded, reload } from "~/lib/use-loaded"
import { Item, Section } from "./section"

interface TokensSectionProps {
  readonly tokens: Loaded<ReadonlyArray<ApiToken>>
  readonly ended: Signal<boolean>
}

const About = ({ token }: { readonly token: ApiToken }) => (
  <>
    Made {date(token.created_at)}
    {token.state === "active" && (
      <>
        {" "}
        · ends <Ago at={token.expires_at} />
      </>
    )}
    {" · "}
    {token.last_used_at === null ? (
      "never used"
    ) : (
      <>
        last used <Ago at={token.last_used_at} />
        {token.last_used_address ? ` from ${token.last_used_address}` : ""}
      </>
    )}
  </>
)

const RevokeText = component$(() => <p>Whatever uses this token is refused from now on. This cannot be undone.</p>)

export const TokensSection = component$<TokensSectionProps>(({ ended, tokens }) => {
  const creating = useEditing()
  const revoke = useAction({
    run$: $(({ id, name }: ApiToken) =>
      call("DELETE /api/auth/api-tokens/:token_id", { params: { token_id: id }, query: { confirm_name: name } })
    ),
    after$: $(() => reload(tokens)),
    done: "is revoked"
  })
  const list = tokens.value
  return (
    <Section
      id="api-tokens"
      title="API tokens"
      text="For scripts and machines that act in your name, within the scopes that you give."
      loaded={tokens}
    >
      <div q:slot="action" class="flex items-center gap-1">
        <button
          type="button"
          class="chip"
          aria-pressed={ended.value ? "true" : "false"}
          onClick$={() => {
            ended.value = !ended.value
          }}
        >
          Show ended
        </button>
        <button
          type="button"
          class="btn btn-secondary"
          onClick$={() => {
            creating.value = {}
          }}
        >
          <Icon name="plus" /> Create token
        </button>
      </div>
      {list?.length === 0 && (
        <p class="card px-4 py-3 text-ink-2">{ended.value ? "You never made a token." : "No token is active."}</p>
      )}
      {list !== null && list.length > 0 && (
        <ul class="card divide-y divide-line">
          {list.map((token) => (
            <Item key={token.id}>
              <p class="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span class="font-medium break-words">{token.name}</span> <TokenState state={token.state} />
              </p>
              <p class="my-1 flex flex-wrap gap-1">
                {token.scopes.map((scope) => (
                  <Badge key={scope} text={scope} />
                ))}
              </p>
              <p class="text-xs text-ink-3">
                <About token={token} />
              </p>
              {whyEnded(token.state) && <p class="text-xs text-ink-3">{whyEnded(token.state)}</p>}
              {token.state === "active" && (
                <span q:slot="action" class="contents">
                  <ActionButton
                    action={revoke}
                    on={token}
                    asks
                    label="Revoke"
                    named={`Revoke ${token.name}`}
                    class="btn-secondary btn-sm"
                  />
                </span>
              )}
            </Item>
          ))}
        </ul>
      )}
      <CreateTokenDialog open={creating} onCreated$={$(() => reload(tokens))} />
      <ConfirmDialog action={revoke} id="revoke-token" title="Revoke" named button="Revoke token" about={RevokeText} />
    </Section>
  )
})
