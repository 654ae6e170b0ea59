import { component$ } from "@builder.io/qwik"
import { useDocumentHead } from "@builder.io/qwik-city"
import { useBrand } from "~/lib/brand"

export const Head = component$(() => {
  const head = useDocumentHead()
  const brand = useBrand()
  return (
    <>
      <title>{head.title ? `${head.title} · ${brand.name}` : brand.name}</title>
      {head.meta.map((meta) => (
        <meta key={meta.key} {...meta} />
      ))}
    </>
  )
})
