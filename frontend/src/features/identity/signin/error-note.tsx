import { Icon } from "~/components/ui/icon"

const PENDING =
  "Your sign-in worked, but no account is linked to it yet. An administrator has to confirm it; then sign in again."

const SAID: Readonly<Record<string, string>> = {
  invalid_credentials: "The provider did not sign you in. Try again, or choose another way.",
  unavailable: "The provider cannot be reached at the moment. Try again later, or choose another way.",
  rate_limited: "Too many attempts from here. Wait a few minutes and try again.",
  window_blocked:
    "Your browser blocked the provider's window. Allow windows of this site and press the button again, or " +
    "choose another way.",
  not_found: "This way to sign in does not exist any more. Choose another one."
}

/** Pending approval is not an error. */
export const ErrorNote = (props: { readonly code: string }) =>
  props.code === "link_pending" ? (
    <p role="status" class="alert mb-4">
      <Icon name="info" />
      <span>{PENDING}</span>
    </p>
  ) : (
    <p role="alert" class="alert alert-danger mb-4">
      <Icon name="circle-alert" />
      <span>{SAID[props.code] ?? "You could not be signed in. Try again, or choose another way."}</span>
    </p>
  )
