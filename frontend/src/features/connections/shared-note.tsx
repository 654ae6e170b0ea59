import { Icon } from "~/components/ui/icon"

/** Why a shared connection does not open in Browser, with the word that programs read. An inline component. */
export const SharedNote = (props: { readonly reason: string }) => (
  <p class="alert" data-testid="remediation">
    <Icon name="info" />
    <span class="min-w-0">Shared: it opens in Manager for linked console users, and not in Browser. Whoever needs its objects adds the keys as a private connection. <code class="block font-mono text-2xs break-all">{props.reason}</code></span>
  </p>
)
