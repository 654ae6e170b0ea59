import { ago, dateTime } from "~/lib/format"

/**
 * Relative time, updated by `lib/clock.ts`; the title is the absolute time. Inline component, cheap enough for each
 * table row. The key forces a new element for another time, as the clock changes its text.
 */
export const Ago = (props: { readonly at: string }) => (
  <time key={props.at} dateTime={props.at} title={dateTime(props.at)} data-ago="">
    {ago(props.at)}
  </time>
)
