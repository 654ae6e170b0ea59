import { component$, Slot } from "@builder.io/qwik"
import { ThemeToggle } from "~/components/shell/theme-toggle"
import { BrandMark } from "~/components/ui/brand-mark"
import { useBrand } from "~/lib/brand"

export const VisitorFrame = component$(() => {
  const brand = useBrand()
  return (
    <div class="grid min-h-dvh grid-rows-[auto_1fr]">
      <header class="flex items-center gap-2.5 border-b border-line bg-surface px-4 py-3">
        <BrandMark logo={brand.logo_url} class="size-7" />
        <span class="min-w-0 flex-1 truncate text-base font-semibold tracking-tight">{brand.name}</span>
        <ThemeToggle />
      </header>
      <main class="mx-auto w-full max-w-2xl min-w-0 px-4 py-6 sm:py-10">
        <Slot />
      </main>
    </div>
  )
})
