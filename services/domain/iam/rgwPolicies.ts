import type { ManagedPolicy } from "./IamEntity.ts"

/** Actions of RGW's managed policies. Source: rgw_iam_managed_policy.cc of Ceph 20.2. */
const actions: Readonly<Record<string, ReadonlyArray<string>>> = {
  AmazonS3FullAccess: ["s3:*", "s3-object-lambda:*"],
  AmazonS3ReadOnlyAccess: ["s3:Get*", "s3:List*", "s3:Describe*", "s3-object-lambda:Get*", "s3-object-lambda:List*"],
  AmazonSNSFullAccess: ["sns:*"],
  AmazonSNSReadOnlyAccess: ["sns:GetTopicAttributes", "sns:List*"],
  IAMFullAccess: [
    "iam:*",
    "organizations:DescribeAccount",
    "organizations:DescribeOrganization",
    "organizations:DescribeOrganizationalUnit",
    "organizations:DescribePolicy",
    "organizations:ListChildren",
    "organizations:ListParents",
    "organizations:ListPoliciesForTarget",
    "organizations:ListRoots",
    "organizations:ListPolicies",
    "organizations:ListTargetsForPolicy"
  ],
  IAMReadOnlyAccess: [
    "iam:GenerateCredentialReport",
    "iam:GenerateServiceLastAccessedDetails",
    "iam:Get*",
    "iam:List*",
    "iam:SimulateCustomPolicy",
    "iam:SimulatePrincipalPolicy"
  ]
}
const prefix = "arn:aws:iam::aws:policy/"

/** Managed policies that can be attached: RGW has no others and does not list these (I1). */
export const rgwPolicies: ReadonlyArray<ManagedPolicy> = Object.keys(actions).map((name) => ({
  name,
  arn: `${prefix}${name}`
}))

export const isGatewayPolicy = (arn: string): boolean => arn.startsWith(prefix)

/** Document of an RGW managed policy, which the gateway does not return; null for any other ARN. */
export const rgwPolicyDocument = (arn: string): string | null => {
  const allowed = isGatewayPolicy(arn) ? actions[arn.slice(prefix.length)] : undefined
  return allowed === undefined
    ? null
    : JSON.stringify({ Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: allowed, Resource: "*" }] })
}
