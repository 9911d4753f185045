import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { numberedKinds } from '../operations/resolve-id.ts';
import { writeWhole } from '../output/whole-file.ts';
import { createApi } from '../platform/api-client.ts';
import { configFolder, readSession } from '../platform/session.ts';
import type { Completion } from './completions.ts';

const FRESH_MS = 5000;
/** The time limit of a completion, which Tab waits for: a late answer is useless. */
const WAIT_MS = 250;
const MOST = 50;

interface Source {
  path: string;
  key: string;
  /** Whether the platform filters the list by the typed text. */
  searched?: boolean;
  of: (row: never) => Completion;
}
const source = <T>(one: Omit<Source, 'of'> & { of: (row: T) => Completion }): Source => one as Source;

const tenants = source<{ subdomain: string; display_name: string }>({
  path: '/api/admin/tenants',
  key: 'tenants',
  searched: true,
  of: ({ subdomain, display_name }) => ({ word: subdomain, about: display_name }),
});

const ofKind = ({ path, key, about }: (typeof numberedKinds)[keyof typeof numberedKinds], narrowed = ''): Source =>
  source<{ id: string }>({ path: path + narrowed, key, of: (row) => ({ word: row.id, about: about(row) }) });

/** The sources of values for an argument or a flag, by its name. */
const sources: Record<string, Source> = {
  tenant: tenants,
  user: source<{ email: string; name: string | null }>({
    path: '/api/admin/users',
    key: 'users',
    searched: true,
    of: ({ email, name }) => ({ word: email, about: name ?? '' }),
  }),
  plan: source<{ name: string; display_name: string }>({
    path: '/api/admin/plans?include_archived=true',
    key: 'plans',
    of: ({ name, display_name }) => ({ word: name, about: display_name }),
  }),
  template: source<{ id: number; name: string; template_type: string; is_system: boolean }>({
    path: '/api/admin/email-templates',
    key: 'templates',
    of: ({ id, name, template_type, is_system }) => ({ word: is_system ? template_type : String(id), about: name }),
  }),
  proposal: source<{ id: number; description: string }>({
    path: '/api/admin/aliases/proposals?status=pending',
    key: 'data',
    of: ({ id, description }) => ({ word: String(id), about: description }),
  }),
  alias: source<{ ean: string; description: string }>({
    path: '/api/admin/aliases',
    key: 'data',
    searched: true,
    of: ({ ean, description }) => ({ word: ean, about: description }),
  }),
  image: source<{ id: string; repository: string; tag: string }>({
    path: '/api/admin/images',
    key: 'images',
    of: ({ id, repository, tag }) => ({ word: id.replace(/^sha256:/, '').slice(0, 12), about: `${repository}:${tag}` }),
  }),
  ...Object.fromEntries(Object.entries(numberedKinds).map(([name, kind]) => [name, ofKind(kind)])),
  undo: ofKind(numberedKinds.import, '?status=committed'),
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

async function ask({ path, key, searched, of }: Source, start: string): Promise<Completion[]> {
  const session = await readSession(process.env);
  if (!session) return [];
  const query = new URLSearchParams({ limit: String(MOST), ...(searched && start ? { search: start } : {}) });
  const address = `${path}${path.includes('?') ? '&' : '?'}${query}`;
  const asked = `${session.url} ${session.email} ${address}`;
  const kept = readKept(asked);
  if (kept) return kept;
  // a token is not renewed for a completion: the answer would come too late, and the next command renews it
  const api = createApi({ url: session.url, tokens: { token: session.token } });
  const answer = await api.get<Record<string, never[]>>(address, WAIT_MS);
  const values = (answer[key] ?? []).map(of);
  await keep({ at: Date.now(), asked, values }).catch(() => undefined);
  return values;
}

/** Values that the platform knows for an argument of this name; empty when it does not answer at once. */
export async function valuesOf(name: string, start: string): Promise<Completion[]> {
  const from = sources[name];
  return from ? ask(from, start).catch(() => []) : [];
}
