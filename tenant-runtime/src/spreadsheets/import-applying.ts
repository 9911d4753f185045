import { type Knex, sqlState, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { CommittedImport } from '../../contract/imports.endpoints.ts';
import type { CommitImport, SameItem } from '../../contract/imports.ts';
import type { Actor, Caller } from '../access/callers.ts';
import type { Counts, RecordedCount } from '../counts/counts.service.ts';
import { settleUnits } from '../items/unit-notes.ts';
import { searchName } from '../search-name.ts';
import type { SecurityLog } from '../security/security.service.ts';
import { holdDoubtful } from './import-doubts.queries.ts';
import { countedQuestion } from './import-doubts.ts';
import { rememberLayout } from './layouts.queries.ts';
import { addNames, assignItems, assignNew, deleteSimilar, holdSimilar, selectNewNames } from './similar.queries.ts';
import {
  codesAreTaken,
  convertKept,
  countedAreGone,
  countWritten,
  deleteNewItems,
  type ImportRecord,
  insertNewItems,
  lockCodes,
  lockCounted,
  lockImport,
  lockTouched,
  markCommitted,
  newItemsAreMet,
  restoreKnownItems,
  selectChangedUnits,
  selectMoment,
  unitsAreInUse,
  updateImport,
  updateKnownItems,
} from './spreadsheets.queries.ts';
import { conversionOf } from './unit-conversion.ts';

/** Who loads a file. */
export type User = (Actor & Pick<Caller, 'name' | 'role'>) | null;

interface ApplyingDeps {
  db: Knex;
  security: Pick<SecurityLog, 'record'>;
  counts: Pick<Counts, 'recordIn' | 'withdrawIn' | 'fileCounted'>;
  timezone: string;
  clock: () => Date;
}

export const DAY_MS = 24 * 3600_000;
/** Days within which a committed import can be undone. */
export const UNDO_DAYS = 30;

const noImport = (): NotFound => new NotFound('Такой загрузки нет. Загрузите файл заново');
const stale = (): Conflict =>
  new Conflict('import_stale', 'Пока файл ждал подтверждения, позиции изменились. Загрузите его ещё раз');
const namesTaken = (): Conflict =>
  new Conflict('import_touched', 'Загрузку уже не отменить: прежние названия или штрихкоды заняты');

function named(names: string[]): string {
  const first = names.slice(0, 5).map((name) => `«${name}»`);
  return `${first.join(', ')}${names.length > first.length ? ` и ещё ${names.length - first.length}` : ''}`;
}

function checkCommittable(record: ImportRecord | undefined): ImportRecord {
  if (!record || record.status === 'reading') throw noImport();
  if (record.status === 'committed') throw new Conflict('import_committed', 'Этот файл уже загружен');
  if (record.status === 'undone') throw new Conflict('import_undone', 'Эта загрузка отменена. Загрузите файл заново');
  return record;
}

function checkUndoable(record: ImportRecord | undefined, now: Date): ImportRecord {
  if (!record || record.status === 'reading') throw noImport();
  if (record.status === 'undone') throw new Conflict('import_undone', 'Эта загрузка уже отменена');
  if (record.status === 'previewed')
    throw new Conflict('import_not_committed', 'Этот файл ещё не загружен: отменять нечего');
  if (now.getTime() - record.created_at.getTime() > UNDO_DAYS * DAY_MS) {
    throw new Conflict('import_too_old', `Отменить загрузку можно ${UNDO_DAYS} дней`);
  }
  return record;
}

const nothingCounted = (): Conflict =>
  new Conflict('nothing_counted', 'В файле нет количеств: подсчёта из него не сделать');
const nothingConfirmed = (): Conflict =>
  new Conflict('nothing_confirmed', 'Загружать нечего: сомнительные строки не подтверждены');

/** Returns when the file's quantities were counted. Throws InvalidInput. */
async function countedAtOf(
  { timezone, clock }: ApplyingDeps,
  trx: Knex.Transaction,
  { kind }: ImportRecord,
  { counted }: CommitImport,
): Promise<Date | undefined> {
  if (!counted) return undefined;
  if (kind !== 'items') throw new InvalidInput('Подсчётом бывает только файл с позициями', { counted: 'Не тот файл' });
  const at = await selectMoment(trx, { ...counted, timezone });
  if (at > clock()) throw new InvalidInput('Этот день и час ещё не настали', { counted: 'Ещё не настало' });
  return at;
}

/** Returns what the file says was found. Throws Conflict with a question, once, about quantities that look like slips. */
async function countedItems(
  trx: Knex.Transaction,
  importId: string,
  counted: NonNullable<CommitImport['counted']>,
): Promise<{ item_id: number; quantity: string }[]> {
  const items = await lockCounted(trx, importId);
  if (items.length === 0) throw nothingCounted();
  if (await countedAreGone(trx, importId)) throw stale();
  const question = counted.confirmed ? undefined : await countedQuestion(trx, importId);
  if (question) throw new Conflict('counted_doubtful', question);
  return items;
}

/** Writes what was decided of the rows that may be some item's; returns how many nobody has decided. */
async function settleSimilar(trx: Knex.Transaction, importId: string, chosen: CommitImport): Promise<number> {
  const { same = [], confirmed, new: anew = confirmed } = chosen;
  const assigned = new Map((await assignItems(trx, importId, same)).map((one) => [one.row, one]));
  for (const { row } of same) {
    const one = assigned.get(row);
    if (!one)
      throw new InvalidInput(
        `Строка ${row}: такую позицию не предлагали. Загрузите файл ещё раз`,
        undefined,
        'not_offered',
      );
    if (one.action === 'error') throw new Conflict('row_refused', `Строка ${row}: ${one.message}`);
  }
  if (anew !== undefined) await assignNew(trx, importId, anew);
  return holdSimilar(trx, importId);
}

/** Excludes undecided doubtful rows and returns the record with what will be written. */
async function settleDoubts(
  trx: Knex.Transaction,
  record: ImportRecord,
  chosen: CommitImport,
): Promise<ImportRecord & { held: number }> {
  const { confirmed = [] } = chosen;
  const undecided = await settleSimilar(trx, record.id, chosen);
  const held = undecided + (confirmed === true ? 0 : await holdDoubtful(trx, record.id, confirmed));
  const written = await countWritten(trx, record.id);
  if (held > 0 && !chosen.counted && written.created + written.updated === 0) throw nothingConfirmed();
  await updateImport(trx, record.id, written);
  return { ...record, ...written, held };
}

/** Teaches items the names that the file calls them by, unless another item is called so. */
async function teachNames(trx: Knex.Transaction, importId: string, same: SameItem[]): Promise<void> {
  if (same.length === 0) return;
  const rows = same.map(({ row }) => row);
  const names = await selectNewNames(trx, importId, rows);
  // The module is loaded at the first name, because most tenants are idle and teach none.
  const { isTelling } = await import('../items/name-certainty.ts');
  const telling = names.filter(({ name }) => isTelling(name));
  await addNames(
    trx,
    telling.map((one) => ({ ...one, searchName: searchName(one.name) })),
  );
}

/** Converts or clears what was kept in the units that the import has changed, and says so. */
async function convertUnits(trx: Knex.Transaction, importId: string): Promise<string[]> {
  if (await unitsAreInUse(trx, importId)) throw stale();
  await convertKept(trx, importId);
  const changed = await selectChangedUnits(trx, importId);
  const said = changed.flatMap(({ row, item }) => {
    const change = conversionOf(row, item);
    return change?.plan ? [change.note] : [];
  });
  return settleUnits(
    trx,
    changed.map(({ item_id }) => item_id),
    said,
  );
}

/**
 * Applies all of an import or nothing, and returns what other units have made of its items. Existing items, which may be in use, come last, so that they are locked only
 * briefly.
 */
async function applyImport(
  trx: Knex.Transaction,
  record: ImportRecord,
  userId: number | null,
  countedAt: Date | undefined,
): Promise<string[]> {
  await lockCodes(trx);
  if (await newItemsAreMet(trx, record.id)) throw stale();
  await insertNewItems(trx, record, userId, countedAt);
  await markCommitted(trx, record.id);
  if (record.layout) await rememberLayout(trx, record.kind, record.layout);
  if ((await updateKnownItems(trx, record)) !== record.updated) throw stale();
  const notes = record.kind === 'items' ? await convertUnits(trx, record.id) : [];
  await deleteSimilar(trx, record.id);
  if (await codesAreTaken(trx, record.id)) throw stale();
  return notes;
}

const recordImport = (
  security: Pick<SecurityLog, 'record'>,
  trx: Knex.Transaction,
  event: 'import.loaded' | 'import.undone',
  { file }: ImportRecord,
  user: User,
): Promise<void> =>
  security.record(trx, { event, userId: user?.id ?? null, ip: user?.ip, device: user?.device, details: file });

const writtenOf = ({ created, updated, held }: ImportRecord & { held: number }) => ({ created, updated, held });
const countOf = ({ count, items }: RecordedCount): CommittedImport['count'] => ({ id: count.id, lines: items });

/** Applies exactly what was previewed, once; of the doubtful rows only those that are decided. */
export async function commitImport(
  deps: ApplyingDeps,
  importId: string,
  user: User,
  chosen: CommitImport,
): Promise<CommittedImport> {
  const { db, security, counts } = deps;
  try {
    const { record, notes, recorded } = await db.transaction(async (trx) => {
      const record = await settleDoubts(trx, checkCommittable(await lockImport(trx, importId)), chosen);
      const countedAt = await countedAtOf(deps, trx, record, chosen);
      const items = chosen.counted ? await countedItems(trx, importId, chosen.counted) : [];
      const notes = await applyImport(trx, record, user?.id ?? null, countedAt);
      await teachNames(trx, importId, chosen.same ?? []);
      await recordImport(security, trx, 'import.loaded', record, user);
      const file = { key: importId, file: record.file, items };
      if (!countedAt) return { record, notes };
      if (!user) throw new Error('a count has its person');
      return { record, notes, recorded: await counts.recordIn(trx, { ...file, at: countedAt }, user) };
    });
    if (recorded) await counts.fileCounted(recorded);
    return { ...writtenOf(record), notes, count: recorded ? countOf(recorded) : null };
  } catch (error) {
    throw sqlState(error) === UNIQUE_VIOLATION ? stale() : error;
  }
}

/** Restores everything, once; refuses if users have since changed what the import brought. */
export async function undoImport(
  { db, security, counts, clock }: ApplyingDeps,
  importId: string,
  user: User,
): Promise<void> {
  const now = clock();
  try {
    const withdrawn = await db.transaction(async (trx) => {
      const record = checkUndoable(await lockImport(trx, importId), now);
      await lockCodes(trx);
      const withdrawn = user ? await counts.withdrawIn(trx, importId, user) : undefined;
      const touched = await lockTouched(trx, record);
      if (touched.length > 0) {
        throw new Conflict(
          'import_touched',
          `Загрузка не отменена: с тех пор изменили или посчитали ${named(touched)}. Если посчитали, заберите записи из подсчёта и отмените снова`,
        );
      }
      await deleteNewItems(trx, record, user?.id ?? null);
      await restoreKnownItems(trx, record);
      if (await codesAreTaken(trx, record.id)) throw namesTaken();
      await updateImport(trx, importId, { status: 'undone', undone_at: now });
      await recordImport(security, trx, 'import.undone', record, user);
      return withdrawn;
    });
    if (withdrawn) await counts.fileCounted(withdrawn);
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw namesTaken();
  }
}
