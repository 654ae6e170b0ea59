import { component$ } from "@builder.io/qwik"
import { Icon } from "../ui/icon"
import type { IconName } from "~/lib/icon-names"
import { type Action, attempt, type Subject } from "./use-action"

interface ActionButtonProps<S extends Subject> {
  readonly action: Action<S, never>
  /** What it is done to. */
  readonly on: S
  readonly label: string
  /** What readers call it, where the label alone does not say on what it works. */
  readonly named?: string
  readonly icon?: IconName
  /** While it runs, where that takes longer than a moment. */
  readonly busyLabel?: string
  /** Asks first: a `ConfirmDialog` of the same action takes `on` as it is now. */
  readonly asks?: boolean
  /** Only the icon shows; the label is for readers. */
  readonly iconOnly?: boolean
  /** What it started is still going on. */
  readonly spins?: boolean
  /** What fails is shown by the page, from the action's state. */
  readonly inPlace?: boolean
  readonly disabled?: boolean
  readonly class?: string
  /** Why it is disabled, or what it brings about: the id of a text. */
  readonly describedBy?: string
  readonly title?: string
}

const Button = component$<ActionButtonProps<Subject>>((props) => {
  const { action, asks, busyLabel, icon, iconOnly, inPlace, label, on, spins } = props
  const { busy } = action.state
  const running = busy && !asks
  return (
    <button
      type="button"
      class={["btn", props.class ?? "btn-secondary", iconOnly && "btn-icon"]}
      disabled={props.disabled || busy}
      aria-busy={busy ? "true" : undefined}
      aria-label={props.named ?? (iconOnly ? label : undefined)}
      aria-describedby={props.describedBy}
      title={props.title}
      onClick$={async () => {
        if (asks) action.asked.value = on as never
        else await attempt(action, on as never, inPlace === true)
      }}
    >
      {icon && <Icon name={running && icon !== "refresh-cw" ? "loader-circle" : icon} class={running || spins ? "spin" : undefined} />}
      {!iconOnly && <> {busy && busyLabel ? busyLabel : label}</>}
    </button>
  )
})

/** The button of an action: busy while it runs, and what fails is said. An inline component, so that the subject keeps its type. */
export const ActionButton = <S extends Subject, A>({ action, ...props }: Omit<ActionButtonProps<S>, "action"> & { readonly action: Action<S, A> }) => (
  <Button action={action as unknown as Action<Subject, never>} {...props} />
)
