import { component$ } from "@builder.io/qwik"
import { type ClassBar, ClassBars } from "~/components/chart/class-bars"
import { TimeSeries } from "~/components/chart/time-series"
import { CopyAs } from "~/components/ui/copy-as"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { bytes, counted, dateTime, int } from "~/lib/format"
import { trafficCommands } from "./commands"
import { Figure } from "./figures"
import type { TrafficPeriod, UsageTraffic } from "./usage"
import { usagePageHref } from "./usage-scope"
import { useUsage } from "./use-usage"

interface ReportProps {
  readonly traffic: UsageTraffic
  readonly period: TrafficPeriod
  readonly bucket: string
}

interface Sums {
  readonly bytes_received: number
  readonly bytes_sent: number
  readonly operations: number
}

const barOf = (name: string, { bytes_received, bytes_sent, operations }: Sums, note?: string): ClassBar => ({
  name,
  note,
  bytes: bytes_sent + bytes_received,
  count: operations
})

const ownerName = (owner: string): string => (owner === "" ? "Unknown owner" : owner)
const bucketName = (bucket: string): string => (bucket === "" ? "No bucket" : bucket)

const Evidence = component$<{ readonly evidence: UsageTraffic["evidence"] }>(({ evidence }) => (
  <div class="alert max-w-3xl" role="status" data-testid="no-traffic">
    <Icon name={evidence.state === "empty" ? "chart-column" : "triangle-alert"} />
    <span>
      {evidence.text}
      {evidence.request !== null && (
        <span class="mt-1 block font-mono text-xs break-all text-ink-3">
          {evidence.request}
          {evidence.status === null ? "" : ` → ${evidence.status}${evidence.code === null ? "" : ` ${evidence.code}`}`}
        </span>
      )}
    </span>
  </div>
))

export const TrafficReport = component$<ReportProps>(({ bucket, period, traffic }) => {
  const { scope } = useUsage()
  const isEndpoint = scope.kind === "endpoint"
  const { by_bucket, by_operation, by_owner, evidence, from, series, to, total } = traffic
  const points = (value: (step: UsageTraffic["series"][number]) => number) =>
    series.map((step) => ({ at: Date.parse(step.at), value: value(step) }))
  const failed = total.operations - total.successful_operations
  return (
    <div class="max-w-5xl">
      {evidence.state !== "known" ? (
        <Evidence evidence={evidence} />
      ) : (
        <>
          <div class="grid grid-cols-2 gap-3 min-[640px]:grid-cols-4" data-testid="traffic">
            <Figure label="Calls" value={int(total.operations)} note="" />
            <Figure label="Failed" value={int(failed)} note="" />
            <Figure label="Sent" value={bytes(total.bytes_sent)} note="to clients" />
            <Figure label="Received" value={bytes(total.bytes_received)} note="from clients" />
          </div>
          {series.length > 1 && (
            <div class="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-2">
              <TimeSeries
                label="Bytes"
                unit="bytes"
                series={[
                  { name: "Sent", points: points((step) => step.bytes_sent) },
                  { name: "Received", points: points((step) => step.bytes_received) }
                ]}
              />
              <TimeSeries
                label="Calls"
                unit="count"
                series={[
                  { name: "Succeeded", points: points((step) => step.successful_operations) },
                  { name: "Failed", points: points((step) => step.operations - step.successful_operations) }
                ]}
              />
            </div>
          )}
          <div class="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-2">
            <ClassBars
              caption="By operation"
              head="Operation"
              counts="Calls"
              sizes="Bytes"
              bars={by_operation.map((one) => barOf(one.operation, one))}
            />
            {isEndpoint && (
              <div>
                <ClassBars
                  caption="By owner"
                  head="Owner"
                  counts="Calls"
                  sizes="Bytes"
                  bars={by_owner.map((one) => barOf(ownerName(one.owner), one))}
                />
                {traffic.owner_count > by_owner.length && (
                  <p class="mt-1 text-xs text-ink-3">
                    The {int(by_owner.length)} with the most bytes of {counted(traffic.owner_count, "owner")}.
                  </p>
                )}
              </div>
            )}
            {bucket === "" && (
              <div>
                <ClassBars
                  caption="By bucket"
                  head="Bucket"
                  counts="Calls"
                  sizes="Bytes"
                  // buckets of two owners may have one name
                  bars={by_bucket.map((one) =>
                    barOf(bucketName(one.bucket), one, isEndpoint ? ownerName(one.owner) : undefined)
                  )}
                />
                {traffic.bucket_count > by_bucket.length && (
                  <p class="mt-1 text-xs text-ink-3">
                    The {int(by_bucket.length)} with the most bytes of {counted(traffic.bucket_count, "bucket")}.
                  </p>
                )}
              </div>
            )}
          </div>
        </>
      )}
      <p class="mt-6 text-xs text-ink-3">
        {dateTime(from)} to {dateTime(to)}. The gateway logs by the hour; the current hour appears with a delay.
      </p>
      {bucket !== "" && (
        <p class="mt-2">
          <NavLink class="link" href={`${usagePageHref(scope, "traffic")}&${new URLSearchParams({ period })}`}>
            Traffic of all buckets
          </NavLink>
        </p>
      )}
      <div class="mt-4">
        <CopyAs commands={trafficCommands(scope, period, bucket)} about={`reads the traffic of this ${scope.kind}`} />
      </div>
    </div>
  )
})
