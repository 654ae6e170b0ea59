import { component$ } from "@builder.io/qwik"
import { Kbd } from "~/components/ui/kbd"
import { SINGLE_KEYS } from "~/lib/key-help"
import { KEY_HELP } from "~/lib/keys"

export const KeyList = component$(() => (
  <div class="grid gap-5 px-5 py-4">
    {KEY_HELP.map(({ keys, where }) => (
      <section key={where} aria-label={where}>
        <h3 class="mb-2 text-xs font-medium text-ink-3">{where}</h3>
        <dl class="grid gap-y-2">
          {keys.map((help) => (
            <div key={help.does} class="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-x-4">
              <dt class="flex flex-wrap items-center gap-1">
                {help.keys.map((key) => (
                  <Kbd key={key} keys={key} />
                ))}
              </dt>
              <dd>{help.does}</dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
    <label class="flex min-h-6 items-center gap-2 border-t border-line pt-4">
      <input
        type="checkbox"
        class="check"
        checked={localStorage.getItem(SINGLE_KEYS) !== "off"}
        onChange$={(_, box) => localStorage.setItem(SINGLE_KEYS, box.checked ? "on" : "off")}
      />
      <span>Keys of one character (/ and ?) work</span>
    </label>
  </div>
))
