import { component$ } from "@builder.io/qwik"
export default component$(() => <main>login</main>)
