const places = {
  source: { context_id: "12", bucket: "measurements" },
  target: { context_id: "conn-8", bucket: "measurements-copy" }
}
const parts = { content: true, settings: true, versions: false }
const summary = {
  id: 31,
  state: "completed",
  ...places,
  ...parts,
  progress: { done: 1200, total: null, unit: "objects", note: "" },
  started_by: { user_id: 7, email: "ada@example.org" },
  created_at: "2026-11-20T10:00:00.000Z",
  ended_at: "2026-11-20T10:00:02.000Z"
}
const counts = {
  source_objects: 1200,
  source_bytes: 73_400_320,
  target_objects: 1199,
  target_bytes: 73_400_100,
  same: 1197,
  missing: 2,
  extra: 1,
  different: 1,
  unknown: 0
}
const compared = { size_bytes: 120, etag: '"5d41402abc4b2a76b9719d911017c592"', versions: 1 }
const difference = {
  key: "2026/readme.txt",
  kind: "different",
  source: compared,
  target: { ...compared, etag: '"7d793037a0760186574b0282f2f435e7"' }
}
const setting = {
  feature: "tags",
  verdict: "different",
  source_summary: "team=climate",
  target_summary: "not set",
  detail: null
}
const remediation = { actions: ["copy_missing", "replace_different", "align_settings"] }

export const comparisons = {
  BucketPlace: places.source,
  StartComparison: { ...places, ...parts },
  ComparedObject: compared,
  ObjectDifference: difference,
  ObjectDifferencePage: { items: [difference], next_cursor: null },
  ComparisonCounts: counts,
  SettingComparison: setting,
  BucketComparisonSummary: summary,
  BucketComparisonPage: { items: [summary], next_cursor: null },
  BucketComparison: { ...summary, objects: counts, settings_compared: [setting], equal: false, problems: [] },
  PlanRemediation: remediation,
  StartRemediation: {
    ...remediation,
    plan_hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
  }
}
