import { $, component$, noSerialize, type NoSerialize, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import type { Answer, Body } from "~/client/contract"
import { Badge } from "~/components/ui/badge"
import { CopyAs } from "~/components/ui/copy-as"
import { ComboField } from "~/components/ui/combo-field"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { DecisionView } from "~/features/buckets/policies/decision-view"
import { S3_ACTIONS } from "~/features/buckets/policies/policy"
import { commandIn } from "~/lib/command"
import { reload, useLoaded } from "~/lib/use-loaded"
import { ConditionFields } from "./condition-fields"
import { conditionContext } from "./condition-values"
import { atHolder, type Holder } from "./entity"
import { PanelPart } from "./part"

type EvaluationQuery = Body<"POST /api/manager/iam/:entity/:name/access">
type Evaluation = Answer<"POST /api/manager/iam/:entity/:name/access">

const From = (props: { readonly source: Evaluation["sources"][number]; readonly holder: Holder }) => {
  const { holder, kind, name } = props.source
  return (
    <>
      {kind === "managed" ? "Managed policy" : "Inline policy"} <b class="font-medium break-all">{name}</b>
      {holder.name === props.holder.name && holder.entity === props.holder.kind
        ? ""
        : ` of ${holder.entity === "groups" ? "group " : ""}${holder.name}`}
    </>
  )
}

const AskedText = component$<{ readonly asked: EvaluationQuery; readonly holder: Holder }>(({ asked, holder }) => (
  <CopyAs
    commands={[commandIn(holder, "POST /api/manager/iam/:entity/:name/access", { ...atHolder(holder), body: asked })]}
    about="asks this"
  />
))

const SourcesText = component$<{ readonly holder: Holder }>(({ holder }) => {
  const loaded = useLoaded(
    $((signal: AbortSignal) =>
      callIn(holder, "GET /api/manager/iam/:entity/:name/access", { ...atHolder(holder), signal })
    )
  )
  const sources = loaded.value
  return (
    <div class="min-w-0 [&>section]:mt-0">
      <PanelPart
        title="What its policies say"
        ready={sources !== null}
        problem={loaded.problem}
        onRetry$={$(() => reload(loaded))}
      >
        {sources?.sources.length === 0 && (
          <p class="text-ink-2">No policy speaks for {holder.name}: bucket policies aside, it may do nothing.</p>
        )}
        <ul class="grid gap-2" data-testid="sources">
          {sources?.sources.map((source, index) => (
            <li key={index} class="min-w-0 border-t border-line pt-2 break-words first:border-0 first:pt-0">
              <p class="text-xs text-ink-3">
                <From source={source} holder={holder} />
              </p>
              {source.document === null ? (
                <p class="text-warn">What it says is not known: the gateway does not tell it.</p>
              ) : source.words === null ? (
                <p class="text-warn">It cannot be read as a policy.</p>
              ) : (
                source.words.map((line, at) => <p key={at}>{line}</p>)
              )}
            </li>
          ))}
        </ul>
        {sources?.notes.map((note) => (
          <p key={note} class="alert mt-2">
            <Icon name="info" />
            <span>{note}</span>
          </p>
        ))}
      </PanelPart>
    </div>
  )
})

export const AccessPanel = component$<{ readonly holder: Holder; readonly arn: string }>(({ arn, holder }) => {
  const form = useForm("iam-access")
  const answer = useSignal<NoSerialize<Evaluation>>()
  const question = useSignal<EvaluationQuery | null>(null)
  const account = /^arn:aws:iam::([^:]*):/.exec(arn)?.[1] ?? ""
  const evaluation = answer.value
  return (
    <section aria-label="What it may do" class="grid min-w-0 gap-4">
      <SourcesText holder={holder} />
      <h3 class="-mb-3 font-medium">Ask about a request</h3>
      <p class="text-xs text-ink-3">
        Over all policies that speak for {holder.name}
        {holder.kind === "users" ? ", those of its groups too" : ""}, and the policy of the bucket. Nothing is tried.
      </p>
      <Form
        state={form}
        class="grid min-w-0 gap-3"
        onSubmit$={$(async (values: FormValues) => {
          const body: EvaluationQuery = {
            action: (values["action"] ?? "").trim(),
            bucket: (values["bucket"] ?? "").trim(),
            key: (values["key"] ?? "") === "" ? null : (values["key"] ?? null),
            ...conditionContext(values)
          }
          answer.value = noSerialize(
            await callIn(holder, "POST /api/manager/iam/:entity/:name/access", { ...atHolder(holder), body })
          )
          question.value = body
        })}
      >
        <ComboField
          name="action"
          label="Action"
          required
          mono
          maxLength={128}
          value="s3:GetObject"
          options={S3_ACTIONS.map((action) => ({ value: action, label: action }))}
        />
        <Field name="bucket" label="Bucket" required mono maxLength={255} />
        <Field name="key" label="Object" mono maxLength={1024} placeholder="reports/2026.csv" />
        <ConditionFields />
        <div>
          <button type="submit" class="btn btn-primary" disabled={form.busy}>
            {form.busy && <Icon name="loader-circle" class="spin" />} Ask
          </button>
        </div>
      </Form>
      <div aria-live="polite" class="grid min-w-0 gap-3" data-testid="access-answer">
        {evaluation !== undefined && question.value !== null && (
          <>
            <DecisionView
              decision={evaluation.decision}
              request={{
                principal: { kind: "iam_user", account, name: holder.name },
                action: question.value.action,
                key: question.value.key,
                context: question.value.context ?? {}
              }}
            />
            <div>
              <h3 class="font-medium">Statements that decided</h3>
              {evaluation.deciding.length === 0 ? (
                <p class="text-ink-2">None of its policies says anything of this.</p>
              ) : (
                <ul class="mt-1 grid gap-1.5" data-testid="deciding">
                  {evaluation.deciding.map(({ effect, sid, source, statement }) => {
                    const from = evaluation.sources[source]
                    return (
                      <li key={`${source} ${statement}`} class="min-w-0 break-words">
                        <Badge
                          text={effect}
                          tone={effect === "Deny" ? "danger" : "ok"}
                          icon={effect === "Deny" ? "ban" : "check"}
                        />{" "}
                        {sid === null || sid === "" ? `Statement ${statement + 1}` : sid}:{" "}
                        {from && <From source={from} holder={holder} />}
                      </li>
                    )
                  })}
                </ul>
              )}
            </div>
            {evaluation.notes.map((note) => (
              <p key={note} class="alert">
                <Icon name="info" />
                <span>{note}</span>
              </p>
            ))}
            <AskedText asked={question.value} holder={holder} />
          </>
        )}
      </div>
    </section>
  )
})
