import { Icon } from "./icon"
import type { IconName } from "~/lib/icon-names"

export type Tone = "neutral" | "ok" | "warn" | "danger" | "info"

export const Badge = (props: { readonly text: string; readonly tone?: Tone; readonly icon?: IconName }) => (
  <span class={["badge", props.tone && props.tone !== "neutral" && `badge-${props.tone}`]}>
    {props.icon && <Icon name={props.icon} />}
    {props.text}
  </span>
)
