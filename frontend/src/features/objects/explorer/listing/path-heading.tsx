import { component$ } from "@builder.io/qwik"

interface HeadingProps {
  readonly text: string
  readonly isShown: boolean
  readonly isTab: boolean
}

/** Qwik does not update an element whose tag is a variable, hence both. */
export const PathHeading = component$<HeadingProps>(({ isShown, isTab, text }) => {
  const classes = isShown ? "path-here truncate text-base font-semibold whitespace-pre" : "sr-only"
  const title = isShown ? text : undefined
  return isTab ? (
    <h2 class={classes} title={title} aria-current="location">
      {text}
    </h2>
  ) : (
    <h1 class={classes} title={title} aria-current="location">
      {text}
    </h1>
  )
})
