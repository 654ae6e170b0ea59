import { Icon } from "~/components/ui/icon"

export const SubmitButton = (props: { readonly busy: boolean }) => (
  <button type="submit" class="btn btn-primary btn-lg" disabled={props.busy}>
    {props.busy && <Icon name="loader-circle" class="spin" />}
    {props.busy ? "Signing in…" : "Sign in"}
  </button>
)
