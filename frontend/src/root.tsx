import { component$, useContextProvider, useServerData, useStore } from "@builder.io/qwik"
import { QwikCityProvider, RouterOutlet } from "@builder.io/qwik-city"
import { Head } from "./components/head"
import { EarlyStart } from "./early/early-start"
import { BRAND, type Brand, BrandContext } from "./lib/brand"
import "./global.css"

export default component$(() => {
  useContextProvider(BrandContext, useStore<Brand>(useServerData<Brand>("brand", BRAND)))
  return (
  <QwikCityProvider viewTransition={false}>
    <head>
      <meta charset="utf-8" />
      <EarlyStart />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <Head />
    </head>
    <body class="bg-canvas text-ink antialiased">
      <RouterOutlet />
    </body>
  </QwikCityProvider>
  )
})
