import { readPage } from '../data-provider.ts';
import { suitesQuery } from '../diagnostics/runs.ts';
import { startSuite } from '../diagnostics/start.ts';
import type { RowId } from '../list/types.ts';
import { isPassing, queryClient } from '../query-client.ts';
import { type Command, matching } from './commands.ts';
import { type Kind, kinds } from './records.ts';
import { inOtherLayout } from './script.ts';

/** The most results of each kind. */
const FOUND = 5;
const SHORTEST = 2;

/** A single digit may be an id. */
export const isSearchable = (text: string): boolean => text.length >= SHORTEST || /^\d$/.test(text);

function commandOf<Row extends { id: RowId }>(kind: Kind<Row>, row: Row): Command {
  const address = kind.addressOf(row);
  const open: Command = { id: `open ${address}`, label: 'Открыть', icon: 'open', address };
  return {
    id: `${kind.resource} ${row.id}`,
    label: kind.nameOf(row),
    hint: [kind.hint, kind.aboutOf(row)].filter(Boolean).join(' · '),
    words: kind.aboutOf(row).toLocaleLowerCase('ru'),
    icon: kind.icon,
    next: async () => [open, ...(await kind.actions(row))],
  };
}

async function find<Row extends { id: RowId }>(
  kind: Kind<Row>,
  search: string,
  signal: AbortSignal,
): Promise<Command[]> {
  const read = async (filter: Record<string, unknown>) => {
    const query = { sort: { field: kind.sort, order: 'DESC' }, filter: { ...kind.filter, ...filter } } as const;
    return (await readPage<Row>(kind.resource, query, 0, FOUND, signal)).data;
  };
  const [named, numbered] = await Promise.all([
    search.length < SHORTEST ? [] : read({ search }),
    kind.isId(search) ? read({ id: [search] }) : [],
  ]);
  const rows = new Map([...numbered, ...named].map((row) => [row.id, row]));
  return [...rows.values()].slice(0, FOUND).map((row) => commandOf(kind, row));
}

async function findSuites(search: string): Promise<Command[]> {
  const suites = await queryClient.ensureQueryData(suitesQuery);
  const commands = suites.map(({ name, title }) => ({
    id: `suite ${name}`,
    label: `Запустить тесты: ${title}`,
    hint: 'Диагностика',
    icon: 'diagnostics' as const,
    words: name,
    address: '/test',
    run: () => startSuite(name),
  }));
  return matching(commands, search);
}

export interface Found {
  commands: Command[];
  /** Some kinds of records could not be searched, because the server did not answer. */
  isPartial: boolean;
}

async function findAsTyped(search: string, signal: AbortSignal): Promise<Found> {
  const answers = await Promise.allSettled([...kinds.map((kind) => find(kind, search, signal)), findSuites(search)]);
  return {
    commands: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
    isPartial: answers.some((answer) => answer.status === 'rejected' && isPassing(answer.reason)),
  };
}

/**
 * Finds records by a part of their name or address, by id or by barcode. If there are none, the text is tried in the
 * other keyboard layout.
 */
export async function findRecords(search: string, signal: AbortSignal): Promise<Found> {
  const found = await findAsTyped(search, signal);
  const other = inOtherLayout(search);
  return found.commands.length > 0 || other === search || signal.aborted ? found : findAsTyped(other, signal);
}
