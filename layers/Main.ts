import { Effect, Layer } from "effect"
import * as path from "node:path"
import { AccessHandlers } from "#http/handlers/AccessHandlers.ts"
import { FeatureHandlers } from "#http/handlers/FeatureHandlers.ts"
import { EndpointHealthHandlers } from "#http/handlers/admin/EndpointHealth.ts"
import { StatisticsHandlers } from "#http/handlers/StatisticsHandlers.ts"
import { JobHandlers } from "#http/handlers/JobHandlers.ts"
import { ListingHandlers } from "#http/handlers/ListingHandlers.ts"
import { ObjectHandlers } from "#http/handlers/ObjectHandlers.ts"
import { Topics } from "./compose/Topics.ts"
import { PortalHandlers } from "#http/handlers/PortalHandlers.ts"
import { PrivateAccessHandlers } from "#http/handlers/manager/PrivateAccess.ts"
import { ClusterAdminHandlers } from "#http/handlers/ClusterAdminHandlers.ts"
import { StorageHandlers } from "#http/handlers/StorageHandlers.ts"
import { WorkHandlers } from "#http/handlers/WorkHandlers.ts"
import { consoleRoutes } from "#http/ConsoleMount.ts"
import { AccessControlled } from "#http/middleware/Access.ts"
import { ScopeResolved } from "#http/middleware/ScopeResolved.ts"
import { VisitResolved } from "#http/middleware/VisitResolved.ts"
import { ProblemDocumentsRendered } from "#http/middleware/ProblemDocuments.ts"
import { ApiRoutes, serve } from "#http/Server.ts"
import { JobSchedules } from "#schedules/JobSchedules.ts"
import { ReconciliationAtStart } from "#schedules/ReconciliationAtStart.ts"
import { Brand } from "#services/identity/Brand.ts"
import { Jobs } from "#services/platform/Jobs.ts"
import { Shutdown } from "#services/platform/live/Shutdown.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Cluster } from "./cluster/Cluster.ts"
import { Access, AuditAndCipher, SessionBase } from "./compose/Access.ts"
import { Advice } from "./compose/Advice.ts"
import { AuditRead } from "./compose/AuditRead.ts"
import { Declarative } from "./compose/Declarative.ts"
import { Drift } from "./compose/Drift.ts"
import { Features } from "./compose/Features.ts"
import { ReachabilityPublisher } from "./compose/ReachabilityPublisher.ts"
import { Gateways } from "./compose/Gateways.ts"
import { StoredKeyUses } from "./compose/KeyUses.ts"
import { Listings } from "./compose/Listings.ts"
import { LongWork } from "./compose/LongWork.ts"
import { Objects } from "./compose/Objects.ts"
import { Shares } from "./compose/Shares.ts"
import { IamServices } from "./compose/IamServices.ts"
import { Policies } from "./compose/Policies.ts"
import { ShareRows } from "./compose/ShareRows.ts"
import { AccessLogs } from "./compose/AccessLogs.ts"
import { Portal } from "./compose/Portal.ts"
import { SpaceGrowth } from "./compose/SpaceGrowth.ts"
import { StorageStatus } from "./compose/StorageStatus.ts"
import { PrivateAccess } from "./compose/PrivateAccess.ts"
import { EndpointHealth } from "./compose/EndpointHealth.ts"
import { EnvironmentStorage } from "./compose/EnvironmentStorage.ts"
import { QuotaAlerts } from "./compose/QuotaAlerts.ts"
import { SandboxLayer } from "./compose/Sandbox.ts"
import { Statistics } from "./compose/Statistics.ts"
import { SignInOutside } from "./compose/SignIn.ts"
import { Storage } from "./compose/Storage.ts"
import * as LiveEventsSql from "./sql/platform/LiveEventsSql.ts"
import { MemoryV8 } from "./process/MemoryV8.ts"
import * as PolicyThreads from "./process/PolicyThreads.ts"
import { refusedRunnersFromZero } from "./cluster/RunnerPort.ts"
import { Observation } from "#services/platform/health/Observation.ts"
import { jobRunsFromZero } from "#services/platform/countJob.ts"
import { limitHitsFromZero } from "#services/platform/limits/limitHit.ts"
import { signInFailuresFromZero } from "#services/platform/limits/signInFailed.ts"
import { ReadinessSql } from "./sql/platform/ReadinessSql.ts"
import * as StandingFiguresSql from "./sql/platform/InstallationMetricsSql.ts"

const consoleFolder = path.resolve(import.meta.dirname, "../frontend/dist")

export const OperatorServices = Access.pipe(
  Layer.provideMerge(Storage),
  Layer.provideMerge(Gateways.pipe(Layer.provide([StoredKeyUses, ReachabilityPublisher]))),
  Layer.provideMerge(SessionBase),
  Layer.provideMerge(AuditAndCipher),
  Layer.provideMerge(LiveEventsSql.layer)
)

const Services = Layer.mergeAll(
  Advice,
  AuditRead,
  Shares.pipe(Layer.provideMerge(Objects)),
  Statistics,
  QuotaAlerts.pipe(Layer.provideMerge(SignInOutside)),
  ReconciliationAtStart,
  Jobs.layer,
  Drift,
  Declarative,
  EndpointHealth,
  StorageStatus,
  Layer.merge(AccessLogs, SpaceGrowth).pipe(
    Layer.provideMerge(Portal),
    Layer.provideMerge(PrivateAccess),
    Layer.provide(Objects)
  )
).pipe(
  Layer.provideMerge(LongWork),
  Layer.provideMerge(Topics),
  Layer.provideMerge(Features),
  Layer.provideMerge(Policies),
  Layer.provideMerge(ShareRows),
  Layer.provideMerge(IamServices),
  Layer.provideMerge(Listings),
  Layer.provideMerge(OperatorServices),
  Layer.provideMerge(Cluster),
  Layer.provideMerge(PolicyThreads.layer)
)

const Handlers = Layer.mergeAll(
  AccessHandlers,
  StorageHandlers,
  ClusterAdminHandlers,
  ListingHandlers,
  FeatureHandlers,
  ObjectHandlers,
  StatisticsHandlers,
  WorkHandlers,
  PrivateAccessHandlers,
  PortalHandlers,
  EndpointHealthHandlers,
  JobHandlers
)

const Frame = Layer.mergeAll(AccessControlled, ScopeResolved, VisitResolved, ProblemDocumentsRendered)

const Console = Layer.unwrap(
  Effect.gen(function* () {
    const { publicOrigin } = yield* Settings
    const { current: brand } = yield* Brand
    return consoleRoutes({ publicOrigin, distDir: consoleFolder, brand })
  })
)

const Routes = Layer.mergeAll(ApiRoutes.pipe(Layer.provide(Handlers), Layer.provide(Frame)), Console)

/** Alerts need the counters to exist from the start. */
const CountersFromZero = Layer.effectDiscard(
  Effect.all([jobRunsFromZero, signInFailuresFromZero, limitHitsFromZero, refusedRunnersFromZero])
)

export const Main = serve(Routes).pipe(
  Layer.provideMerge(SandboxLayer),
  Layer.provideMerge(EnvironmentStorage),
  Layer.provideMerge(JobSchedules),
  Layer.provideMerge(Services),
  Layer.provideMerge(CountersFromZero),
  Layer.provideMerge(
    Layer.mergeAll(ReadinessSql, MemoryV8, Observation.layer.pipe(Layer.provide(StandingFiguresSql.layer)))
  ),
  Layer.provideMerge(Shutdown.layer)
)
