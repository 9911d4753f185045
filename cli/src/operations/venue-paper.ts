import { randomUUID } from 'node:crypto';
import { UserError } from '../errors/user-error.ts';
import { roubles } from '../output/format.ts';
import { fileForm } from '../platform/file-form.ts';
import type { Visit } from '../platform/venue-visit.ts';

export const paperKinds = ['delivery', 'sales', 'recipes'] as const;
export type PaperKind = (typeof paperKinds)[number];

/** What a venue has read of a file, as a draft that changes nothing yet. */
export interface Paper {
  kind: PaperKind;
  /** The draft as the venue shows it. */
  draft: object;
  card: [name: string, value: string][];
  warnings: string[];
  question: string;
  /** Writes the draft into the venue; returns what to say of it. */
  write: (given: { counted?: 'before' | 'after' | undefined }) => Promise<string>;
  /** Deletes the draft. */
  drop: () => Promise<unknown>;
}

const dayOf = (day: string): string => day.split('-').reverse().join('.');

function described<T>(draft: T | null, why?: string | null): T {
  if (draft) return draft;
  throw new UserError(
    why ?? 'Столбцы этой таблицы незнакомы. Загрузите её один раз в панели и выберите их',
    'unknown_columns',
  );
}

async function formOf(path: string): Promise<FormData> {
  const form = await fileForm(path);
  form.set('key', randomUUID());
  return form;
}

async function readDelivery(visit: Visit, path: string): Promise<Paper> {
  const answer = await visit('POST /api/deliveries/upload', { form: await formOf(path) });
  const draft = described(answer.delivery);
  const { id, number, day, supplier, said_supplier, rows, worth, warnings } = draft;
  const open = rows.filter(({ item, skipped }) => !item && !skipped).length;
  const params = { id };
  return {
    kind: 'delivery',
    draft,
    card: [
      ['Поставка', [number && `№ ${number}`, day && `от ${dayOf(day)}`].filter(Boolean).join(' ') || '—'],
      ['Поставщик', supplier?.name ?? said_supplier ?? '—'],
      ['Строк', String(rows.length)],
      ['Не решено, что это', String(open)],
      ['На сумму', roubles(worth)],
    ],
    warnings,
    question: 'Провести поставку: прибавить её к остаткам?',
    async write({ counted }) {
      await visit('POST /api/deliveries/:id/post', { params, body: { counted } });
      return 'Поставка проведена: товар добавлен к остаткам';
    },
    drop: () => visit('DELETE /api/deliveries/:id', { params }),
  };
}

async function readSales(visit: Visit, path: string): Promise<Paper> {
  const answer = await visit('POST /api/sales/upload', { form: await formOf(path) });
  const draft = described(answer.file, answer.no_days);
  const { id, source, from, to, rows, totals, replaced, open, warnings } = draft;
  const params = { id };
  return {
    kind: 'sales',
    draft,
    card: [
      ['Продажи', source.name],
      ['Дни', from === to ? dayOf(from) : `${dayOf(from)} — ${dayOf(to)}`],
      ['Строк', String(rows)],
      ['На сумму', totals.summed.paid === null ? '—' : roubles(totals.summed.paid)],
      ['Не решено блюд', String(open.dishes)],
      ['Заменит', replaced.days === 0 ? 'ничего' : `дней: ${replaced.days}, на ${roubles(replaced.paid)}`],
    ],
    warnings,
    question: 'Записать эти продажи?',
    async write() {
      await visit('POST /api/sales/files/:id/apply', { params, body: {} });
      return 'Продажи записаны';
    },
    drop: () => visit('DELETE /api/sales/files/:id', { params }),
  };
}

async function readRecipes(visit: Visit, path: string): Promise<Paper> {
  const answer = await visit('POST /api/recipe-files', { form: await formOf(path) });
  const draft = described(answer.file);
  const { id, dishes, warnings } = draft;
  const params = { id };
  const count = (state: 'new' | 'changed' | 'same'): string =>
    String(dishes.filter((dish) => dish.state === state).length);
  return {
    kind: 'recipes',
    draft,
    card: [
      ['Рецептов новых', count('new')],
      ['Изменится', count('changed')],
      ['Без изменений', count('same')],
      ['Неясных строк', String(dishes.reduce((sum, { questions }) => sum + questions, 0))],
    ],
    warnings,
    question: 'Записать эти рецепты?',
    async write() {
      await visit('POST /api/recipe-files/:id/apply', { params, body: {} });
      return 'Рецепты записаны';
    },
    drop: () => visit('DELETE /api/recipe-files/:id', { params }),
  };
}

const readers = { delivery: readDelivery, sales: readSales, recipes: readRecipes };

/** Sends a file to a venue, which makes a draft of it. What it is unless said is tried as in the chat: a delivery, then sales. */
export async function readPaper(visit: Visit, path: string, kind?: PaperKind): Promise<Paper> {
  if (kind) return readers[kind](visit, path);
  try {
    return await readDelivery(visit, path);
  } catch (error) {
    if (!(error instanceof UserError) || !['not_delivery', 'unknown_columns'].includes(error.code)) throw error;
    return readSales(visit, path);
  }
}
