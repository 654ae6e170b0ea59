import first from "~/assets/icons-first.svg?url&no-inline"
import other from "~/assets/icons-other.svg?url&no-inline"
import { FIRST_ICONS, type IconName } from "~/lib/icon-names"

const firsts: ReadonlySet<string> = new Set(FIRST_ICONS)

/** Decorative unless `label` is given. Inline: no chunk and no state. */
export const Icon = (props: { readonly name: IconName; readonly class?: string; readonly label?: string }) => (
  <svg
    class={["icon", props.class]}
    aria-hidden={props.label ? undefined : "true"}
    role={props.label ? "img" : undefined}
    aria-label={props.label}
  >
    <use href={`${firsts.has(props.name) ? first : other}#${props.name}`} />
  </svg>
)
