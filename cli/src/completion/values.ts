import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ListName, type RowOfList, readPage } from '../lists/listing.ts';
import { numberedKinds } from '../operations/resolve-id.ts';
import { writeWhole } from '../output/whole-file.ts';
import { createApi } from '../platform/api-client.ts';
import { configFolder, readSession } from '../platform/session.ts';
import type { Completion } from './completions.ts';

const FRESH_MS = 5000;
/** The time limit of a completion, which Tab waits for: a late answer is useless. */
const WAIT_MS = 250;
const MOST = 50;

interface Source<Name extends ListName> {
  list: Name;
  query?: Record<string, string>;
  /** Whether the platform filters the list by the typed text. */
  searched?: boolean;
  of: (row: RowOfList<Name>) => Completion;
}
type AnySource = Omit<Source<ListName>, 'of'> & { of: (row: never) => Completion };
const source = <Name extends ListName>(one: Source<Name>): AnySource => one as AnySource;

const ofKind = ({ list, recognised }: (typeof numberedKinds)[keyof typeof numberedKinds]): AnySource => ({
  list,
  of(row: never) {
    const { id, about } = recognised(row);
    return { word: id, about };
  },
});

/** The sources of values for an argument or a flag, by its name. */
const sources: Record<string, AnySource> = {
  tenant: source({
    list: 'GET /api/admin/tenants',
    searched: true,
    of: ({ subdomain, display_name }) => ({ word: subdomain, about: display_name }),
  }),
  user: source({
    list: 'GET /api/admin/users',
    searched: true,
    of: ({ email, name }) => ({ word: email, about: name ?? '' }),
  }),
  plan: source({
    list: 'GET /api/admin/plans',
    query: { include_archived: 'true' },
    of: ({ name, display_name }) => ({ word: name, about: display_name }),
  }),
  template: source({
    list: 'GET /api/admin/email-templates',
    of: ({ id, name, template_type, is_system }) => ({ word: is_system ? template_type : String(id), about: name }),
  }),
  proposal: source({
    list: 'GET /api/admin/aliases/proposals',
    query: { status: 'pending' },
    of: ({ id, description }) => ({ word: String(id), about: description }),
  }),
  alias: source({
    list: 'GET /api/admin/aliases',
    searched: true,
    of: ({ ean, description }) => ({ word: ean, about: description }),
  }),
  image: source({
    list: 'GET /api/admin/images',
    of: ({ id, repository, tag }) => ({ word: id.replace(/^sha256:/, '').slice(0, 12), about: `${repository}:${tag}` }),
  }),
  ...Object.fromEntries(Object.entries(numberedKinds).map(([name, kind]) => [name, ofKind(kind)])),
  undo: { ...ofKind(numberedKinds.import), query: { status: 'committed' } },
};

interface Kept {
  at: number;
  asked: string;
  values: Completion[];
}

const keptAt = (): string => join(configFolder(process.env), 'completion.json');

function readKept(asked: string): Completion[] | undefined {
  try {
    const kept = JSON.parse(readFileSync(keptAt(), 'utf8')) as Kept;
    return kept.asked === asked && Math.abs(Date.now() - kept.at) < FRESH_MS ? kept.values : undefined;
  } catch {
    return undefined;
  }
}

async function keep(kept: Kept): Promise<void> {
  await mkdir(configFolder(process.env), { recursive: true, mode: 0o700 });
  // the file holds email addresses of users
  await writeWhole(keptAt(), (unfinished) => writeFile(unfinished, JSON.stringify(kept), { mode: 0o600 }));
}

async function ask({ list, query: narrowed, searched, of }: AnySource, start: string): Promise<Completion[]> {
  const session = await readSession(process.env);
  if (!session) return [];
  const query = { ...narrowed, limit: String(MOST), ...(searched && start ? { search: start } : {}) };
  const asked = `${session.url} ${session.email} ${list}?${new URLSearchParams(query)}`;
  const kept = readKept(asked);
  if (kept) return kept;
  // a token is not renewed for a completion: the answer would come too late, and the next command renews it
  const api = createApi({ url: session.url, tokens: { token: session.token } });
  const { rows } = await readPage(api, list, { query, signal: AbortSignal.timeout(WAIT_MS) });
  const values = (rows as never[]).map(of);
  await keep({ at: Date.now(), asked, values }).catch(() => undefined);
  return values;
}

/** Values that the platform knows for an argument of this name; empty when it does not answer at once. */
export async function valuesOf(name: string, start: string): Promise<Completion[]> {
  const from = sources[name];
  return from ? ask(from, start).catch(() => []) : [];
}
