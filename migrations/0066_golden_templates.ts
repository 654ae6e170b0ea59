import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The build before works beside this: cells that it writes name no document, which is then read again. */
export const oldestBuild = 65

/** Golden templates, the documents that they are compared with, and the verdict of each bucket. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // json, not jsonb: the order of keys in policy statements stays
  yield* sql`
    create table golden_templates (
      id integer generated always as identity primary key,
      endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      name text not null,
      filter json,
      settings json not null check (json_typeof(settings) = 'array'),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      version integer not null default 1
    )`
  yield* sql`create unique index golden_templates_name on golden_templates (endpoint_id, lower(name))`
  yield* sql`
    create trigger golden_templates_version before update of name, filter, settings on golden_templates for each row
      when (old.version = new.version and (old.name, old.filter::text, old.settings::text)
        is distinct from (new.name, new.filter::text, new.settings::text))
      execute function raise_version()`

  // apart from the cells, which every listing with features reads; a cell names the digest of its document
  yield* sql`
    create table bucket_documents (
      place text not null, tenant text not null, name text not null,
      documents jsonb not null check (jsonb_typeof(documents) = 'object'),
      primary key (place, tenant, name),
      foreign key (place, tenant, name) references bucket_features (place, tenant, name) on delete cascade
    )`

  yield* sql`create sequence bucket_features_revisions`
  yield* sql`
    alter table bucket_features
      add column revision bigint not null default nextval('bucket_features_revisions')`
  yield* sql`
    create function raise_revision() returns trigger language plpgsql as $$
    begin
      new.revision := nextval('bucket_features_revisions');
      return new;
    end $$`
  yield* sql`
    create trigger bucket_features_revision before update of cells on bucket_features for each row
      when (old.cells is distinct from new.cells) execute function raise_revision()`

  // of the features of this revision; basis: version of the template, dialect and rules of the decision
  yield* sql`
    create table golden_template_verdicts (
      template_id integer not null references golden_templates (id) on delete cascade,
      place text not null, tenant text not null, name text not null,
      revision bigint not null,
      basis text not null,
      state text not null check (state in ('agrees', 'differs', 'unknown')),
      differing text[] not null,
      primary key (template_id, place, tenant, name),
      foreign key (place, tenant, name) references bucket_features (place, tenant, name) on delete cascade
    )`
  yield* sql`create index golden_template_verdicts_bucket on golden_template_verdicts (place, tenant, name)`
})
