import { $, component$, Slot } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { CommandLine } from "~/components/ui/command-line"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { ErrorState } from "~/components/ui/states"
import { SandboxKeys } from "~/features/gateways/endpoints/sandbox-keys"
import { ADD_CAPABILITIES, CREATE_TECHNICAL_USER } from "~/lib/operator-commands"
import { reload, useLoaded } from "~/lib/use-loaded"

interface StepProps {
  readonly number: number
  readonly title: string
  readonly done: boolean | null
}

const Step = component$<StepProps>(({ done, number, title }) => (
  <li class="flex items-start gap-4 p-5">
    <span
      class={[
        "grid size-7 shrink-0 place-items-center rounded-full text-xs font-semibold",
        done ? "bg-ok-soft text-ok" : "bg-sunken text-ink-2"
      ]}
    >
      {done ? <Icon name="check" /> : number}
    </span>
    <div class="grid min-w-0 flex-1 gap-3">
      <h3 class="text-base font-medium">
        {title}
        {done && <span class="badge badge-ok ms-2">Done</span>}
      </h3>
      <Slot />
    </div>
  </li>
))

export default component$(() => {
  const loaded = useLoaded(
    $(async (signal) => {
      const state = await call("GET /api/onboarding", { signal })
      const endpoints =
        state.endpoint_configured && !state.own_endpoint_configured
          ? await call("GET /api/admin/storage-endpoints", { signal })
          : []
      return { state, sandbox: endpoints.find((endpoint) => endpoint.is_sandbox)?.id ?? null }
    })
  )
  const state = loaded.value?.state ?? null
  const sandbox = loaded.value?.sandbox ?? null
  const own = state?.own_endpoint_configured ?? null
  return (
    <div class="mx-auto max-w-3xl px-4 py-8 sm:px-6">
      <h1 class="text-xl font-semibold tracking-tight">Getting started</h1>
      <p class="mt-1 text-ink-2">
        Buckets show up once Stowage knows a storage endpoint, and an RGW account or RGW user to act as.
      </p>
      {loaded.problem && !state && (
        <div class="mt-10 grid justify-center">
          <ErrorState
            title="The set-up state could not be loaded"
            problem={loaded.problem}
            onRetry$={$(() => reload(loaded))}
          />
        </div>
      )}
      {!state && !loaded.problem && <div class="skeleton mt-6 h-40 rounded-card" aria-hidden="true" />}
      {state && sandbox !== null && (
        <section class="card mt-6 p-5" data-testid="sandbox-did-it">
          <h2 class="text-base font-medium">The sandbox is ready to try</h2>
          <p class="mt-1 text-ink-2">
            Stowage came with a small gateway of its own, the sandbox. It registered itself as a storage endpoint and
            the RGW account “sample” with it: both steps were done for you. It holds nothing that matters, and is not
            started any more once you have added your own gateway.
          </p>
          <div class="mt-3">
            <NavLink href="/manager/buckets" class="btn btn-primary">
              Open its buckets
            </NavLink>
          </div>
          <SandboxKeys endpointId={sandbox} />
        </section>
      )}
      {state && (
        <>
          <h2 class="mt-8 text-base font-semibold">{own ? "Your own gateway" : "Add your own gateway"}</h2>
          <ol class="card mt-3 divide-y divide-line" data-testid="own-gateway">
            <Step number={1} title="Make a technical user on the cluster" done={own}>
              {!own && (
                <>
                  <p class="text-ink-2">
                    Stowage administers a Ceph RGW by the key of one RGW user. On a host of the cluster, run:
                  </p>
                  <CommandLine command={CREATE_TECHNICAL_USER} about="makes the technical user" />
                  <p class="text-ink-2">
                    It prints an access key and a secret key. For an RGW user that exists already, give it the
                    capabilities:
                  </p>
                  <CommandLine command={ADD_CAPABILITIES} about="gives an RGW user the capabilities" />
                </>
              )}
            </Step>
            <Step number={2} title="Register the storage endpoint" done={own}>
              {!own && (
                <>
                  <p class="text-ink-2">
                    Give the S3 address of the gateway and that key. “Detect features” shows what it can do, with the
                    evidence; nothing on it is changed.
                  </p>
                  <div>
                    <NavLink href="/admin/storage-endpoints?create=1" class="btn btn-primary">
                      Add endpoint
                    </NavLink>
                  </div>
                </>
              )}
            </Step>
            <Step number={3} title="Bring in an RGW account or an RGW user" done={state.own_storage_access_configured}>
              {!state.own_storage_access_configured && (
                <>
                  <p class="text-ink-2">
                    Choose among those that the gateway has, or create one there. It becomes an execution context: what
                    you act as in Manager and Browser.
                  </p>
                  <div class="flex flex-wrap gap-2">
                    <NavLink
                      href="/admin/accounts?import=1"
                      class={["btn", own ? "btn-primary" : "btn-secondary"].join(" ")}
                    >
                      Import RGW account
                    </NavLink>
                    <NavLink href="/admin/s3-users?import=1" class="btn btn-secondary">
                      Import RGW user
                    </NavLink>
                  </div>
                </>
              )}
            </Step>
          </ol>
          {state.own_endpoint_configured && state.own_storage_access_configured && (
            <p class="mt-6 flex flex-wrap items-center gap-3" role="status">
              <Icon name="circle-check" class="text-ok" /> Everything is in place.
              <NavLink href="/manager/buckets" class="btn btn-primary">
                Open buckets
              </NavLink>
            </p>
          )}
        </>
      )}
    </div>
  )
})

export const head: DocumentHead = { title: "Getting started" }
