const text = `{"Version":"2012-10-17","Statement":[{"Sid":"site","Effect":"Allow","Principal":"*","Action":"s3:GetObject","Resource":"arn:aws:s3:::measurements/public/*"}]}`
const place = { path: "Statement[0]", offset: 37, line: 1, column: 38 }
const site = { index: 0, sid: "site", effect: "Allow", policy: 0 }
const exposure = {
  verdict: "public",
  policy_is_public: true,
  website: false,
  words: "Public: Anybody may read objects through “site” of the policy.",
  ways: [
    {
      via: "policy",
      to: "anybody",
      may: "read",
      standing: "open",
      words: "Anybody may read objects through “site” of the policy."
    }
  ]
}
const request = {
  principal: { kind: "anonymous" },
  action: "s3:GetObject",
  key: "public/index.html",
  context: { "aws:SecureTransport": ["true"] }
}
const test = { name: "The site is read by anybody", request, caller_allowed: false, expected: "allow" }
const result = { name: test.name, expected: "allow", passed: true, why: "“site” of the bucket's policy allows it" }

export const policies = {
  CheckPolicy: {
    text,
    pasted: "curl https://s3.north.example.org/measurements/public/index.html",
    caller_allowed: false
  },
  PolicyCheck: {
    dialect: "rgw",
    owner: "RGW00000000000000012",
    text,
    faults: [],
    warnings: [],
    exposure,
    tests: [result],
    broken_tests: [],
    words: {
      statements: [{ index: 0, sid: "site", effect: "Allow", words: "Anybody may read objects below public/.", place }],
      together: ["Anybody may read objects below public/."]
    },
    pasted: {
      kind: "curl",
      bucket: "measurements",
      key: "public/index.html",
      action: "s3:GetObject",
      signed: false,
      context: { "aws:SecureTransport": ["true"] },
      error_code: null
    },
    request,
    decision: {
      outcome: "allowed",
      decided_by: "bucket_policy",
      why: result.why,
      layers: [
        {
          layer: "public_access_block",
          verdict: "silent",
          statements: [],
          why: "The public access block does not stand in the way"
        },
        {
          layer: "identity_policy",
          verdict: "silent",
          statements: [],
          why: "No policy of the caller's own speaks of this"
        },
        { layer: "bucket_policy", verdict: "allow", statements: [site], why: result.why },
        { layer: "account_root", verdict: "not_asked", statements: [], why: "The caller is no account's root user" },
        { layer: "acl", verdict: "silent", statements: [], why: "No grant of the ACL says yes" }
      ]
    },
    caller_policies: [],
    notes: [],
    unread: []
  },
  BucketExposure: { ...exposure, owner: "RGW00000000000000012", unread: [] },
  PolicyTestSet: { tests: [test], version: 3 },
  PolicyTestRun: { tests: [test], version: 4, results: [result], unread: [] }
}
