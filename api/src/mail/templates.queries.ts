import type { EmailTemplateFilter } from '@ostatok/api/contract/email-templates.ts';
import { type Db, type Knex, likeContaining } from '@ostatok/kit/node/db.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';

/** A stored template. `subject`, `html` and related columns are null for an unchanged platform letter. */
export interface TemplateRow {
  id: number;
  name: string;
  description: string;
  template_type: string;
  subject: string | null;
  design: Record<string, unknown> | null;
  mjml: string | null;
  html: string | null;
  text: string | null;
  is_system: boolean;
  error: string | null;
  created_by_name: string | null;
  created_at: Date;
  updated_at: Date;
}
export type TemplateContent = Pick<TemplateRow, 'subject' | 'design' | 'mjml' | 'html' | 'text'>;

/** Inserts a row for each letter of the platform that has none yet. */
export async function insertSystemTemplates(
  db: Db,
  letters: { template_type: string; name: string; description: string }[],
  at: Date,
): Promise<void> {
  const rows = letters.map((letter) => ({ ...letter, is_system: true, created_at: at, updated_at: at }));
  await db('email_templates').insert(rows).onConflict(db.raw('(template_type) where is_system')).ignore();
}

function templates(db: Db, filter: EmailTemplateFilter): Knex.QueryBuilder {
  const search = filter.search || filter.q;
  return db('email_templates as t').modify((rows: Knex.QueryBuilder) => {
    if (filter.id) rows.whereIn('t.id', filter.id);
    if (filter.is_system !== undefined) rows.where('t.is_system', filter.is_system);
    if (filter.template_type) rows.where('t.template_type', filter.template_type);
    if (!search) return;
    const like = likeContaining(search);
    rows.where((either) =>
      either
        .whereILike('t.name', like)
        .orWhereILike('t.subject', like)
        .orWhereILike('t.description', like)
        .orWhereILike('t.template_type', like),
    );
  });
}

const HEAD = ['id', 'name', 'description', 'template_type', 'subject', 'html', 'is_system', 'error'];

const withAuthor = (rows: Knex.QueryBuilder): Knex.QueryBuilder =>
  rows
    .leftJoin('users as u', 'u.id', 't.created_by')
    .select([...HEAD, 'created_at', 'updated_at'].map((name) => `t.${name}`))
    .select('u.name as created_by_name');

export async function listTemplates(
  db: Db,
  filter: EmailTemplateFilter,
  { sort, order, offset, limit }: ListPage,
): Promise<{ rows: TemplateRow[]; total: number }> {
  const [counted] = await templates(db, filter).count({ total: '*' });
  const rows = await withAuthor(templates(db, filter))
    .orderBy([
      { column: `t.${sort}`, order },
      { column: 't.id', order },
    ])
    .offset(offset)
    .limit(limit);
  return { rows, total: counted.total };
}

const whole = (db: Db): Knex.QueryBuilder =>
  withAuthor(db('email_templates as t')).select('t.design', 't.mjml', 't.text').first();

export const findTemplate = (db: Db, id: number): Promise<TemplateRow | undefined> => whole(db).where({ 't.id': id });

/** Finds the template of a platform letter, or the newest of an administrator's type. */
export const findTemplateOf = (db: Db, type: string): Promise<TemplateRow | undefined> =>
  whole(db).where({ 't.template_type': type }).orderBy('t.updated_at', 'desc').orderBy('t.id', 'desc');

/** Finds the template that replaces the shipped letter; undefined when there is none. */
export const findOwnLetter = (
  db: Db,
  letter: string,
): Promise<{ subject: string; html: string; text: string } | undefined> =>
  db('email_templates')
    .where({ template_type: letter, is_system: true })
    .whereNotNull('html')
    .first('subject', 'html', 'text');

export const lockTemplate = (
  trx: Knex.Transaction,
  id: number,
): Promise<Pick<TemplateRow, 'name' | 'is_system' | 'updated_at'> | undefined> =>
  trx('email_templates').where({ id }).forUpdate().first('name', 'is_system', 'updated_at');

const stored = ({ design, ...rest }: TemplateContent) => ({ ...rest, design: design && JSON.stringify(design) });

export async function insertTemplate(
  trx: Knex.Transaction,
  row: TemplateContent & { name: string; description: string; template_type: string; created_by: number },
  at: Date,
): Promise<number> {
  const [made] = await trx('email_templates')
    .insert({ ...row, ...stored(row), created_at: at, updated_at: at })
    .returning('id');
  return made.id;
}

export const updateTemplate = (
  trx: Knex.Transaction,
  id: number,
  row: TemplateContent & { name: string; description: string },
  at: Date,
): Promise<number> =>
  trx('email_templates')
    .where({ id })
    .update({ ...row, ...stored(row), error: null, updated_at: at });

export const resetTemplate = (trx: Knex.Transaction, id: number, at: Date): Promise<number> =>
  trx('email_templates')
    .where({ id })
    .update({ subject: null, design: null, mjml: null, html: null, text: null, error: null, updated_at: at });

export const deleteTemplate = (trx: Knex.Transaction, id: number): Promise<number> =>
  trx('email_templates').where({ id }).delete();

export const noteTemplateError = (db: Db, letter: string, error: string): Promise<number> =>
  db('email_templates').where({ template_type: letter, is_system: true }).update({ error });

/** Whether a running campaign refers to the template; such a campaign sends its own copy. */
export const isInUse = async (trx: Knex.Transaction, id: number): Promise<boolean> =>
  (await trx('campaigns').where({ template_id: id }).whereIn('status', ['running', 'paused']).first('id')) !==
  undefined;
