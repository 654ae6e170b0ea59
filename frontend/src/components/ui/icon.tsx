import sprite from "~/assets/icons.svg?url&no-inline"
import type { IconName } from "~/lib/icon-names"

/** One icon of the sprite. Decorative unless `label` is given. An inline component: no chunk and no state of its own. */
export const Icon = (props: { readonly name: IconName; readonly class?: string; readonly label?: string }) => (
  <svg
    class={["icon", props.class]}
    aria-hidden={props.label ? undefined : "true"}
    role={props.label ? "img" : undefined}
    aria-label={props.label}
  >
    <use href={`${sprite}#${props.name}`} />
  </svg>
)
