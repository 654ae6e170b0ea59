import "@builder.io/qwik"

declare module "@builder.io/qwik" {
  // The DOM property is read-only, so Qwik's types omit the attribute. eslint-disable-next-line
  // @typescript-eslint/no-unused-vars -- declarations that are merged must have the same parameters
  interface HTMLAttributes<E extends Element> {
    list?: string | undefined
  }
}
