import { component$ } from "@builder.io/qwik"
import { QwikCityProvider, RouterOutlet } from "@builder.io/qwik-city"
import { Head } from "./components/head"
import { EarlyStart } from "./early/early-start"
import "./global.css"

export default component$(() => (
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
))
