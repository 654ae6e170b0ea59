import { Logo } from "./logo"

export const BrandMark = (props: { readonly logo: string | null; readonly class?: string }) =>
  props.logo === null ? (
    <Logo class={props.class} />
  ) : (
    <img src={props.logo} alt="" width="30" height="30" class={["shrink-0 rounded-ctl object-contain", props.class]} />
  )
