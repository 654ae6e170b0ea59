import { component$ } from "@builder.io/qwik"
import { Icon } from "../ui/icon"
import type { IconName } from "../ui/icon-names"
import { type Action, attempt, type Subject } from "./use-action"

interface ActionButtonProps<S extends Subject> {
  readonly action: Action<S, never>
  /** What it is done to. */
  readonly on: S
  readonly label: string
  readonly icon?: IconName
  /** While it runs, where that takes longer than a moment. */
  readonly busyLabel?: string
  /** Asks first: a `ConfirmDialog` of the same action takes `on` as it is now. */
  readonly asks?: boolean
  /** Only the icon shows; the label is for readers. */
  readonly iconOnly?: boolean
  readonly disabled?: boolean
  readonly class?: string
  /** Why it is disabled, or what it brings about: the id of a text. */
  readonly describedBy?: string
  readonly title?: string
}

const Button = component$<ActionButtonProps<Subject>>((props) => {
  const { action, asks, busyLabel, icon, iconOnly, label, on } = props
  const { busy } = action.state
  return (
    <button
      type="button"
      class={["btn", props.class ?? "btn-secondary", iconOnly && "btn-icon"]}
      disabled={props.disabled || busy}
      aria-busy={busy ? "true" : undefined}
      aria-label={iconOnly ? label : undefined}
      aria-describedby={props.describedBy}
      title={props.title}
      onClick$={async () => {
        if (asks) action.asked.value = on as never
        else await attempt(action, on as never)
      }}
    >
      {(icon ?? (busy && !asks ? "loader-circle" : undefined)) && <Icon name={busy && !asks ? "loader-circle" : icon ?? "loader-circle"} class={busy && !asks ? "spin" : undefined} />}
      {!iconOnly && <> {busy && busyLabel ? busyLabel : label}</>}
    </button>
  )
})

/** The button of an action: busy while it runs, and what fails is said. An inline component, so that the subject keeps its type. */
export const ActionButton = <S extends Subject, A>({ action, ...props }: Omit<ActionButtonProps<S>, "action"> & { readonly action: Action<S, A> }) => (
  <Button action={action as unknown as Action<Subject, never>} {...props} />
)
