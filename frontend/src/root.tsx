import { component$, useContextProvider, useServerData, useStore } from "@builder.io/qwik"
import { QwikCityProvider, RouterOutlet } from "@builder.io/qwik-city"
import { Head } from "./components/head"
import favicon from "../public/favicon.svg?inline"
import { EarlyStart } from "./early/early-start"
import { PageStyle } from "./components/page-style"
import { DEFAULT_BRAND, type Brand, BrandContext } from "./lib/brand"
import { LostScripts } from "./ssr/lost-scripts"

export default component$(() => {
  useContextProvider(BrandContext, useStore<Brand>(useServerData<Brand>("brand", DEFAULT_BRAND)))
  return (
    <QwikCityProvider viewTransition={false}>
      <head>
        <meta charset="utf-8" />
        <LostScripts />
        <EarlyStart />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <PageStyle />
        <link rel="icon" href={favicon} type="image/svg+xml" />
        <Head />
      </head>
      <body class="bg-canvas text-ink antialiased">
        <RouterOutlet />
      </body>
    </QwikCityProvider>
  )
})
