import { ago, dateTime } from "~/lib/format"

/**
 * How long ago something was, or how long it still takes: goes on counting while it is looked at (`lib/clock.ts`), and says
 * the time itself to whoever points at it. An inline component, cheap enough for every row of a table.
 * Another time is another element: the clock wrote into this one.
 */
export const Ago = (props: { readonly at: string }) => <time key={props.at} dateTime={props.at} title={dateTime(props.at)} data-ago="">{ago(props.at)}</time>
