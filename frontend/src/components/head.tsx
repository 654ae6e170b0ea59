import { component$ } from "@builder.io/qwik"
import { useDocumentHead } from "@builder.io/qwik-city"

export const Head = component$(() => {
  const head = useDocumentHead()
  return (
    <>
      <title>{head.title ? `${head.title} · Stowage` : "Stowage"}</title>
      {head.meta.map((meta) => (
        <meta key={meta.key} {...meta} />
      ))}
    </>
  )
})
