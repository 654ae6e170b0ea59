import { Logo } from "./logo"

/** The installation's logo, or the product's mark. An inline component. */
export const BrandMark = (props: { readonly logo: string | null; readonly class?: string }) =>
  props.logo === null
    ? <Logo class={props.class} />
    : <img src={props.logo} alt="" width="30" height="30" class={["shrink-0 rounded-ctl object-contain", props.class]} />
