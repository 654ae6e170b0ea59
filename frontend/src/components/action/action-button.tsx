import { component$ } from "@builder.io/qwik"
import { Icon } from "../ui/icon"
import type { IconName } from "~/lib/icon-names"
import { type Action, attempt, type Subject } from "./use-action"

interface ActionButtonProps<S extends Subject> {
  readonly action: Action<S, never>
  readonly on: S
  readonly label: string
  readonly named?: string
  readonly icon?: IconName
  readonly busyLabel?: string
  readonly asks?: boolean
  readonly iconOnly?: boolean
  readonly spins?: boolean
  readonly inPlace?: boolean
  readonly disabled?: boolean
  readonly class?: string
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
        if (asks) action.pending.value = on
        else await attempt(action, on, inPlace === true)
      }}
    >
      {icon && (
        <Icon
          name={running && icon !== "refresh-cw" ? "loader-circle" : icon}
          class={running || spins ? "spin" : undefined}
        />
      )}
      {!iconOnly && <> {busy && busyLabel ? busyLabel : label}</>}
    </button>
  )
})

/** Inline, so that the subject keeps its type. */
export const ActionButton = <S extends Subject, A>({
  action,
  ...props
}: Omit<ActionButtonProps<S>, "action"> & { readonly action: Action<S, A> }) => (
  <Button action={action as unknown as Action<Subject, never>} {...props} />
)
