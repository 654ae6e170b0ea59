import { Schema, Tuple } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { BadRequest, NotFound, Unavailable } from "#domain/platform/errors/Errors.ts"
import { featureNames } from "#domain/buckets/features/FeatureName.ts"
import { FeatureRuleEvent, FeatureRulePage, ruleFilters, ruleSortKeys } from "#domain/buckets/features/FeatureRule.ts"
import { pageQuery } from "#domain/platform/Paging.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { refreshQuery } from "../refreshQuery.ts"
import { eventFrame } from "../eventFrame.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"
import { RequiredTool } from "../RequiredTool.ts"

const feature = Schema.Literals(featureNames)

export const FeatureRuleFrame = FeatureRuleEvent.mapMembers(Tuple.map(eventFrame)).annotate({
  identifier: "FeatureRuleFrame"
})

export class FeatureRulesGroup extends HttpApiGroup.make("featureRules")
  .add(
    HttpApiEndpoint.get("list", "/feature-rules", {
      query: { ...contextQuery, ...pageQuery(ruleSortKeys), ...ruleFilters, feature },
      success: FeatureRulePage,
      error: [BadRequest, NotFound, Unavailable]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "A bucket without a rule is one row; one that cannot be read is a row whose state is `unavailable`, " +
          "with the reason. Without `page` the answer has all rows."
      ),
    HttpApiEndpoint.get("stream", "/feature-rules/stream", {
      query: { ...contextQuery, ...refreshQuery, feature },
      success: HttpApiSchema.StreamSse({ events: FeatureRuleFrame }),
      error: [BadRequest, NotFound]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "The same as it becomes known: `rows` with all rules of some buckets, as they are read and whenever " +
          "they change, `progress`, and `done` when all are read. The stream stays open."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .annotateEndpoints(RequiredTool, "feature_rules")
  .prefix("/api/manager") {}
