import { ago, dateTime } from "~/lib/format"

/** Inline, cheap enough for each row. The key forces a new element, as `lib/clock.ts` changes its text. */
export const Ago = (props: { readonly at: string }) => (
  <time key={props.at} dateTime={props.at} title={dateTime(props.at)} data-ago="">
    {ago(props.at)}
  </time>
)
