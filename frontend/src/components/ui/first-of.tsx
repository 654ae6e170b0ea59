import type { JSXChildren } from "@builder.io/qwik"

export const IN_CELL = 2

export const FirstOf = (props: { readonly all: ReadonlyArray<string>; readonly children?: JSXChildren }) => (
  <span class="flex min-w-0 items-center gap-1 overflow-hidden">
    {props.children}
    {props.all.length > IN_CELL && (
      <span class="badge flex-none" title={props.all.slice(IN_CELL).join(", ")}>
        +{props.all.length - IN_CELL}
      </span>
    )}
  </span>
)
