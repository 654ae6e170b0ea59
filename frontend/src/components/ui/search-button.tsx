import { component$, sync$ } from "@builder.io/qwik"
import { Icon } from "./icon"

export const SearchButton = component$(() => (
  <button
    type="button"
    class="btn btn-secondary"
    aria-haspopup="dialog"
    onClick$={sync$(() => document.querySelector<HTMLDialogElement>("dialog.palette")?.showModal())}
  >
    <Icon name="search" /> Search the console
  </button>
))
