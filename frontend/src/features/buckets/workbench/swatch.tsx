/** A presentation attribute, as the Content Security Policy forbids style attributes. */
export const Swatch = (props: { readonly color: string }) => (
  <svg viewBox="0 0 8 8" class="size-2 flex-none" aria-hidden="true">
    <circle cx="4" cy="4" r="4" fill={props.color} />
  </svg>
)
