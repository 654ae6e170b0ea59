import { Icon } from "~/components/ui/icon"

export const SharedNote = (props: { readonly reason: string | null }) => (
  <p class="alert" data-testid="shared-note">
    <Icon name={props.reason === null ? "info" : "circle-alert"} />
    <span class="min-w-0">
      Shared: it opens in Manager for linked console users, and not in Browser. To browse its objects, add the keys as a
      private connection.
      {props.reason !== null && (
        <span class="mt-1 block" data-testid="remediation">
          Manager cannot use it now: check its address, its keys and when they expire.{" "}
          <code class="block font-mono text-2xs break-all">{props.reason}</code>
        </span>
      )}
    </span>
  </p>
)
