import "@builder.io/qwik"

declare module "@builder.io/qwik" {
  // The DOM property is read-only, so Qwik's types omit the attribute. Merged declarations need equal parameters.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  interface HTMLAttributes<E extends Element> {
    list?: string | undefined
  }
}
