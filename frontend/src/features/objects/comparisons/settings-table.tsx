import { component$ } from "@builder.io/qwik"
import { Badge } from "~/components/ui/badge"
import { type SettingComparison, SETTING_VERDICTS } from "./comparison"

export const SettingsTable = component$<{ readonly settings: ReadonlyArray<SettingComparison> }>(({ settings }) => (
  <section class="grid gap-3" aria-label="Settings">
    <h2 class="text-base font-semibold">Settings</h2>
    <table class="report" data-testid="settings-compared">
      <caption class="sr-only">Settings of both buckets</caption>
      <thead>
        <tr>
          <th scope="col">Feature</th>
          <th scope="col">Verdict</th>
          <th scope="col">Source</th>
          <th scope="col">Target</th>
        </tr>
      </thead>
      <tbody>
        {settings.map(({ detail, feature, source_summary, target_summary, verdict }) => (
          <tr key={feature}>
            <th scope="row">{feature.replaceAll("_", " ")}</th>
            <td data-label="Verdict">
              <Badge text={SETTING_VERDICTS[verdict].text} tone={SETTING_VERDICTS[verdict].tone} />
            </td>
            <td data-label="Source" class="wrap-anywhere">
              {source_summary || "—"}
            </td>
            <td data-label="Target" class="wrap-anywhere">
              {target_summary || "—"}
              {detail !== null && <span class="block text-ink-3">{detail}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
))
