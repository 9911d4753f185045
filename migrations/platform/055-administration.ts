import type { Knex } from 'knex';

/**
 * The activity is append-only. The traces of deleted users are removed from it (who, from where, the address in a
 * text), and a row may be deleted once it is older than logs are kept: by the database's clock, or by the clock of the
 * purge, which sets its limit in `ostatok.activity_before` for its transaction.
 */
const KEEP_ACTIVITY = `
  create function keep_activity() returns trigger language plpgsql as $$
  declare
    gone constant text := '[адрес удалён]';
    escaped constant text := '\\[адрес удалён\\]';
    told text;
  begin
    if tg_op = 'TRUNCATE' then
      raise exception 'activity is append-only' using errcode = 'restrict_violation';
    end if;
    if tg_op = 'DELETE' then
      if old.at < greatest(now() - interval '90 days',
                           nullif(current_setting('ostatok.activity_before', true), '')::timestamptz) then
        return old;
      end if;
      raise exception 'activity is append-only: row % is too young to go', old.id using errcode = 'restrict_violation';
    end if;
    told := '^' || replace(regexp_replace(new.description, '([^[:alnum:][:space:]])', '\\\\\\1', 'g'),
                           escaped, '(' || escaped || '|[^[:space:]]+)') || '$';
    if new.id = old.id and new.at = old.at and new.action = old.action
       and new.target is not distinct from old.target
       and (new.actor_id is null or new.actor_id is not distinct from old.actor_id)
       and (new.ip is null or new.ip is not distinct from old.ip)
       and (new.description = old.description or (position(gone in new.description) > 0 and old.description ~ told)) then
      return new;
    end if;
    raise exception 'activity is append-only: row % cannot be changed', old.id using errcode = 'restrict_violation';
  end $$`;

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('admin_preferences', (t) => {
    t.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    t.text('key').notNullable();
    t.jsonb('value').notNullable();
    t.timestamp('updated_at').notNullable();
    t.primary(['user_id', 'key']);
  });

  await db.raw('create unique index plans_name_key on plans (lower(name))');
  await db.raw('create index subscriptions_by_plan on subscriptions (plan_id, status, current_period_end)');
  await db.raw('create index subscriptions_plan_order on subscriptions (plan_id, current_period_end, user_id)');
  await db.raw('create index subscriptions_end_order on subscriptions (current_period_end, user_id)');
  await db.raw('create index subscriptions_status_order on subscriptions (status, user_id)');
  await db.raw('create index subscription_periods_by_time on subscription_periods (starts_at, ends_at)');
  await db.raw(`create index payments_disputed on payments (created_at) where outcome = 'disputed'`);

  // one lower-case column: rare texts are found by the index, and frequent ones by a fast scan
  await db.raw(`alter table users add column search_key text collate "C"
    generated always as (lower(email || chr(10) || name || chr(10) || coalesce(company_name, ''))) stored`);
  await db.raw('create index users_search on users using gin (search_key gin_trgm_ops) where deleted_at is null');
  for (const column of ['created_at', 'name', 'role', 'status'])
    await db.raw('create index ?? on users (??, id) where deleted_at is null', [`users_by_${column}`, column]);

  await db.raw('create index activity_by_actor on activity (actor_id, id)');
  await db.raw('create index activity_by_action on activity (action collate "C", id)');
  await db.raw('create index activity_by_target on activity (target collate "C", id)');
  await db.raw('create index activity_search on activity using gin (lower(description) gin_trgm_ops)');
  await db.raw(KEEP_ACTIVITY);
  await db.raw(`create trigger activity_rows before update or delete on activity
    for each row execute function keep_activity()`);
  await db.raw(`create trigger activity_whole before truncate on activity
    for each statement execute function keep_activity()`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop trigger activity_rows on activity');
  await db.raw('drop trigger activity_whole on activity');
  await db.raw('drop function keep_activity()');
  for (const index of ['actor', 'action', 'target']) await db.raw('drop index ??', [`activity_by_${index}`]);
  await db.raw('drop index activity_search');
  for (const column of ['created_at', 'name', 'role', 'status']) await db.raw('drop index ??', [`users_by_${column}`]);
  await db.raw('alter table users drop column search_key');
  for (const index of ['plan', 'end', 'status']) await db.raw('drop index ??', [`subscriptions_${index}_order`]);
  for (const index of ['plans_name_key', 'subscriptions_by_plan', 'subscription_periods_by_time', 'payments_disputed'])
    await db.raw('drop index ??', [index]);
  await db.schema.dropTable('admin_preferences');
}
