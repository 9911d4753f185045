import type { ActsOn } from '@ostatok/api/contract/activity-labels.ts';
import type {
  EmailPreview,
  EmailTemplate,
  EmailTemplateRow,
  EmailVariable,
} from '@ostatok/api/contract/email-templates.endpoints.ts';
import {
  type EmailTemplateChanges,
  type EmailTemplateFilter,
  type EmailTemplateInput,
  MARKETING,
} from '@ostatok/api/contract/email-templates.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Letterhead, LetterName } from './letter-data.ts';
import { fill, type WrittenLetter } from './letter-template.ts';
import { exampleValues, letterTitles, type TemplateType, variablesOf } from './letter-variables.ts';
import type { OwnTemplates } from './letter-writer.ts';
import { isLetterName, letterNames, shippedLetter, shippedMjml } from './letters.ts';
import { buildTemplate, checkTemplate, previewOf, withUnsubscribe } from './template-check.ts';
import {
  deleteTemplate,
  findOwnLetter,
  findTemplate,
  findTemplateOf,
  insertSystemTemplates,
  insertTemplate,
  isInUse,
  listTemplates,
  lockTemplate,
  noteTemplateError,
  resetTemplate,
  type TemplateContent,
  type TemplateRow,
  updateTemplate,
} from './templates.queries.ts';

const MISSING = 'Шаблон не найден';
const LETTER_DESCRIPTION = 'Системное письмо: его получают все пользователи';
const COPY = ' (копия)';
const NAME_LIMIT = 120;

interface TemplatesOptions {
  db: Knex;
  activity: Activity;
  letterhead: Letterhead;
  now?: () => Date;
}

interface TemplatesDeps extends TemplatesOptions {
  now: () => Date;
}

const variables = ({ letterhead }: TemplatesDeps, type: TemplateType): EmailVariable[] => variablesOf(type, letterhead);

function typeOf(type: string): TemplateType {
  if (type === MARKETING || isLetterName(type)) return type;
  throw new InvalidInput('Такого типа шаблонов нет', { template_type: 'Такого типа шаблонов нет' });
}

/** Inserts rows for letters that a release has added, before anything is read. */
async function ensureSystemTemplates({ db, now }: TemplatesDeps): Promise<void> {
  const letters = letterNames.map((letter) => ({
    template_type: letter,
    name: letterTitles[letter],
    description: LETTER_DESCRIPTION,
  }));
  await insertSystemTemplates(db, letters, now());
}

/** Converts a row for the API; a system template without its own content gets the shipped letter's. */
async function toRow(deps: TemplatesDeps, row: TemplateRow): Promise<EmailTemplateRow> {
  const { design: _, mjml: __, text: ___, ...rest } = row;
  const type = typeOf(row.template_type);
  const shipped = row.html === null && type !== MARKETING ? await shippedLetter(type) : undefined;
  return {
    ...rest,
    subject: row.subject ?? shipped?.subject ?? '',
    html: row.html ?? shipped?.html ?? '',
    variables: variables(deps, type).map(({ name }) => name),
    is_changed: row.is_system && row.html !== null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

async function toTemplate(deps: TemplatesDeps, row: TemplateRow | undefined): Promise<EmailTemplate> {
  if (!row) throw new NotFound(MISSING, 'template_not_found');
  const { html, template_type: type } = row;
  const shipped = html === null && isLetterName(type) ? type : undefined;
  return {
    ...(await toRow(deps, row)),
    design: row.design,
    mjml: shipped ? await shippedMjml(shipped) : row.mjml,
    text: shipped ? (await shippedLetter(shipped)).text : (row.text ?? ''),
  };
}

const get = async (deps: TemplatesDeps, id: number, reader: Knex = deps.db): Promise<EmailTemplate> =>
  toTemplate(deps, await findTemplate(reader, id));

async function build(deps: TemplatesDeps, type: TemplateType, input: EmailTemplateInput): Promise<TemplateContent> {
  const template = await buildTemplate(input);
  checkTemplate(template, variables(deps, type));
  return { ...template, design: input.design, mjml: input.mjml?.trim() ? input.mjml : null };
}

const record = (
  { activity }: TemplatesDeps,
  trx: Knex.Transaction,
  actorId: number,
  action: ActsOn<'email_template'>,
  id: number,
  description: string,
) => activity.record(trx, { actorId, action: `email_template.${action}`, description, target: `email-template:${id}` });

async function locked(trx: Knex.Transaction, id: number) {
  const row = await lockTemplate(trx, id);
  if (!row) throw new NotFound(MISSING, 'template_not_found');
  return row;
}

function insert(
  deps: TemplatesDeps,
  actorId: number,
  row: TemplateContent & { name: string; description: string },
  said: string,
): Promise<EmailTemplate> {
  return deps.db.transaction(async (trx) => {
    const id = await insertTemplate(trx, { ...row, template_type: MARKETING, created_by: actorId }, deps.now());
    await record(deps, trx, actorId, 'created', id, said);
    return get(deps, id, trx);
  });
}

async function list(
  deps: TemplatesDeps,
  query: ListPage,
  filter: EmailTemplateFilter,
): Promise<{ templates: EmailTemplateRow[]; total: number }> {
  await ensureSystemTemplates(deps);
  const { rows, total } = await listTemplates(deps.db, filter, query);
  return { templates: await Promise.all(rows.map((row) => toRow(deps, row))), total };
}

async function ofType(deps: TemplatesDeps, type: string): Promise<EmailTemplate> {
  await ensureSystemTemplates(deps);
  return toTemplate(deps, await findTemplateOf(deps.db, type));
}

async function create(deps: TemplatesDeps, actorId: number, input: EmailTemplateInput): Promise<EmailTemplate> {
  const { name, description } = input;
  const content = await build(deps, MARKETING, input);
  return insert(deps, actorId, { name, description, ...content }, `Создан шаблон письма «${name}»`);
}

/** Throws Conflict when somebody has changed the template since `updated_at`. */
async function update(
  deps: TemplatesDeps,
  actorId: number,
  id: number,
  { updated_at: seen, ...input }: EmailTemplateChanges,
): Promise<EmailTemplate> {
  const before = await get(deps, id);
  const content = await build(deps, typeOf(before.template_type), input);
  return deps.db.transaction(async (trx) => {
    const { is_system, name: present, updated_at } = await locked(trx, id);
    if (seen !== undefined && seen !== updated_at.toISOString())
      throw new Conflict('template_changed', 'Шаблон уже изменил кто-то другой. Откройте его заново и повторите');
    const name = is_system ? present : input.name;
    await updateTemplate(trx, id, { name, description: input.description, ...content }, deps.now());
    const said = is_system ? `Изменено системное письмо «${name}»` : `Изменён шаблон письма «${name}»`;
    await record(deps, trx, actorId, 'updated', id, said);
    return get(deps, id, trx);
  });
}

async function copy(deps: TemplatesDeps, actorId: number, id: number): Promise<EmailTemplate> {
  const { name: of, description, subject, design, mjml, html, text, is_system } = await get(deps, id);
  const name = `${of.slice(0, NAME_LIMIT - COPY.length)}${COPY}`;
  const content = { subject, design, mjml, html, text };
  const said = `Скопирован шаблон письма «${of}»`;
  return insert(deps, actorId, { name, description: is_system ? '' : description, ...content }, said);
}

const reset = (deps: TemplatesDeps, actorId: number, id: number): Promise<EmailTemplate> =>
  deps.db.transaction(async (trx) => {
    const { is_system, name } = await locked(trx, id);
    if (!is_system) throw new Conflict('not_system', 'Исходный текст есть только у системных писем');
    await resetTemplate(trx, id, deps.now());
    await record(deps, trx, actorId, 'reset', id, `Возвращён исходный текст системного письма «${name}»`);
    return get(deps, id, trx);
  });

const remove = (deps: TemplatesDeps, actorId: number, id: number): Promise<void> =>
  deps.db.transaction(async (trx) => {
    const { is_system, name } = await locked(trx, id);
    if (is_system) throw new Conflict('system_template', 'Системное письмо нельзя удалить: верните исходный текст');
    if (await isInUse(trx, id)) {
      throw new Conflict('template_in_use', 'Шаблон нужен рассылке, которая ещё идёт: дождитесь её или отмените');
    }
    await deleteTemplate(trx, id);
    await record(deps, trx, actorId, 'deleted', id, `Удалён шаблон письма «${name}»`);
  });

/** Fills in examples; unknown placeholders are refused. */
async function tried(
  deps: TemplatesDeps,
  input: { subject: string; html: string; templateType: string },
): Promise<WrittenLetter> {
  const type = typeOf(input.templateType);
  const template = await buildTemplate(input);
  checkTemplate(
    template,
    variables(deps, type).map((one) => ({ ...one, required: false })),
  );
  return fill(type === MARKETING ? withUnsubscribe(template) : template, exampleValues(type, deps.letterhead));
}

async function preview(
  { letterhead }: TemplatesDeps,
  input: {
    subject: string;
    mjml?: string | null;
    html: string;
    templateType: string;
  },
): Promise<EmailPreview> {
  const type = typeOf(input.templateType);
  return previewOf(await buildTemplate(input), exampleValues(type, letterhead));
}

/** Templates of letters: the platform's, which administrators may change, and administrators' own. */
export function createTemplates({ now = () => new Date(), ...clients }: TemplatesOptions) {
  const deps: TemplatesDeps = { ...clients, now };
  const { db } = deps;

  const own: OwnTemplates = {
    of: (name: LetterName) => findOwnLetter(db, name),
    async broken(name: LetterName, reason: string): Promise<void> {
      await noteTemplateError(db, name, reason);
    },
  };

  return {
    get: (id: number, reader?: Knex) => get(deps, id, reader),
    own,
    variables: (type: string): EmailVariable[] => variables(deps, typeOf(type)),

    list: (query: ListPage, filter: EmailTemplateFilter) => list(deps, query, filter),

    ofType: (type: string) => ofType(deps, type),

    create: (actorId: number, input: EmailTemplateInput) => create(deps, actorId, input),

    update: (actorId: number, id: number, input: EmailTemplateChanges) => update(deps, actorId, id, input),

    copy: (actorId: number, id: number) => copy(deps, actorId, id),

    reset: (actorId: number, id: number) => reset(deps, actorId, id),

    remove: (actorId: number, id: number) => remove(deps, actorId, id),

    tried: (input: { subject: string; html: string; templateType: string }) => tried(deps, input),

    preview: (input: { subject: string; mjml?: string | null; html: string; templateType: string }) =>
      preview(deps, input),
  };
}
export type Templates = ReturnType<typeof createTemplates>;
