const moment = "2026-05-04T09:30:00.960Z"
const document = `{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:GetObject","Resource":"arn:aws:s3:::measurements/*"}]}`
const requestedAccess = {
  groups: ["analysts"],
  managed_policies: ["arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess"],
  inline_policies: [{ name: "measurements", document }]
}
const finding = { kind: "group_missing", name: "analysts" }
const person = { user_id: 7, email: "ada@example.org", full_name: "Ada Lovelace", obstacle: null }
const access = {
  id: 3,
  purpose: "private",
  user_id: 7,
  person: person.email,
  iam_user_name: "stowage-ada-1f0c2d9be5a4",
  connection_id: 21,
  connection_name: "Team climate (private)",
  ...requestedAccess,
  tracked: {
    groups: requestedAccess.groups,
    managed_policies: requestedAccess.managed_policies,
    inline_policies: ["measurements"]
  },
  state: "active",
  state_since: moment,
  tries: 0,
  problem: null,
  last_tried_at: moment,
  next_try_at: null,
  drift: [finding],
  checked_at: moment,
  version: 2,
  created_at: moment
}

export const privateAccess = {
  PrivateAccess: access,
  PrivateAccessList: { items: [access] },
  AccessFinding: finding,
  TrackedNames: access.tracked,
  OwnPolicy: requestedAccess.inline_policies[0],
  AccessPerson: person,
  AccessPeople: { items: [person] },
  GrantPrivateAccess: { user_id: 7, connection_name: "Team climate (private)", ...requestedAccess },
  UpdatePrivateAccess: { ...requestedAccess, version: 2 },
  RemovedPrivateAccess: {
    id: 3,
    name: access.iam_user_name,
    cleanup_pending: true,
    problem: "The gateway did not answer in time"
  },
  PrivateAccessReport: {
    status: "completed",
    reason: null,
    confirmed_count: 1,
    cleaned_count: 0,
    failed_count: 1,
    ended_count: 0,
    checked_count: 4,
    drifted_count: 1
  }
}
