import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { takeLock } from '../../platform/locks.queries.ts';
import { certificateSeal } from './certificate-files.ts';
import { type Nginx, NginxProblem } from './nginx.ts';
import { createOwnCertificates } from './own-certificates.ts';
import { confText, generationText, platformText } from './platform-text.ts';
import { createSiteFolder, type Files, replaceFile } from './site-folder.ts';
import { confOf, type SitePlaces, siteFile, subdomainOfFile } from './site-places.ts';
import { type Site, siteText } from './site-text.ts';
import { dropProblem, knownTenants, listSites, putProblem, type SiteRow } from './sites.queries.ts';

/** How long changes are gathered: many venues that are made at once cost one reload. */
const GATHER_MS = 50;

const CERTIFICATE_LINE = /^ {2}ssl_certificate(?:_key)? "(.*)";$/gm;

const PLATFORM_FILE = '00-platform.conf';
const GENERATION_FILE = '00-generation.conf';

export interface SitesDeps {
  db: Knex;
  /** The pool for locks that are held while nginx is reloaded. */
  lockPool: Knex;
  places: SitePlaces;
  nginx: Nginx;
  /** Returns the mark of this installation. */
  mark: () => Promise<string>;
  /** Opens the key of an own domain's certificate. */
  openKey: (sealed: string) => string;
  log: Logger;
  now: () => Date;
}

/** Returns whose file it is by its first line; undefined for one without our mark. */
function ownerOf(text: string, mark: string): string | undefined {
  const [, given, owner] = /^# (\S+) (\S+)$/.exec(text.slice(0, text.indexOf('\n'))) ?? [];
  return given === mark ? owner : undefined;
}

const problemOf = (error: unknown): string =>
  error instanceof NginxProblem
    ? error.message
    : `файлы сайтов не записаны: ${error instanceof Error ? error.message : error}`;

const isSame = (one: Files, other: Files): boolean =>
  one.size === other.size && [...one].every(([name, text]) => other.get(name) === text);

/**
 * Keeps the files of nginx equal to the rows of tenants. A file of ours whose tenant no row knows stays until a cleanup sets
 * it aside: the platform's database may be older than the files. Files without our mark are left as they are.
 */
export function createSites(deps: SitesDeps) {
  const { db, lockPool, places, nginx, log, now } = deps;
  const folder = createSiteFolder(places.folder);
  const certificates = createOwnCertificates(places.folder);
  const place = `${hostname()}:${places.folder}`;
  const next = join(places.folder, 'next.conf');
  let running: Promise<void> | undefined;
  let queued: Promise<void> | undefined;
  let known: { generation: number | undefined; ours: Map<string, boolean> } | undefined;

  /** An own domain whose key cannot be opened is served as one that waits for its certificate. */
  async function siteOf({ id, subdomain, name, certificate, key_sealed }: SiteRow): Promise<Site> {
    if (name === null) return { tenantId: id, subdomain };
    const key = key_sealed === null ? undefined : openedKey(id, key_sealed);
    const files = certificate && key ? await certificates.write(name, certificate, key) : undefined;
    return { tenantId: id, subdomain, ownDomain: { name, certificate: files } };
  }

  function openedKey(tenant: string, sealed: string): string | undefined {
    try {
      return deps.openKey(sealed);
    } catch (error) {
      log.error({ err: error, tenant }, 'the key of a certificate cannot be opened');
      return undefined;
    }
  }

  async function wantedFiles(present: Files, mark: string): Promise<Files> {
    const sites = await Promise.all((await listSites(db)).map(siteOf));
    const owners = new Map([...present].map(([name, text]) => [name, ownerOf(text, mark)]));
    const ofSites = [...owners].filter(([name, owner]) => owner && subdomainOfFile(name));
    const hasRow = await knownTenants(
      db,
      ofSites.flatMap(([, owner]) => owner ?? []),
    );
    const wanted: Files = new Map();
    for (const [name, text] of present) {
      const owner = owners.get(name);
      const isOrphan = owner !== undefined && subdomainOfFile(name) !== undefined && !hasRow.has(owner);
      if (owner === undefined || isOrphan) wanted.set(name, text);
    }
    const made: Files = new Map([
      [PLATFORM_FILE, platformText(places, mark, await certificateSeal(places.certificate))],
    ]);
    for (const site of sites) made.set(siteFile(site.subdomain), siteText(places, mark, site));
    for (const [name, text] of made) {
      if (present.has(name) && owners.get(name) === undefined)
        throw new NginxProblem(`файл ${name} в папке сайтов создал кто-то другой: уберите его`);
      wanted.set(name, text);
    }
    return wanted;
  }

  /** Throws NginxProblem; nginx goes on with what it had. */
  async function publish(wanted: Files, present: Files, mark: string): Promise<void> {
    const before = await folder.current();
    const generation = await folder.write(
      wanted,
      present,
      (number) => new Map([[GENERATION_FILE, generationText(places, mark, number)]]),
    );
    try {
      await replaceFile(next, confText(places, mark, `generations/${generation}`));
      await nginx.test(next);
    } catch (error) {
      await folder.remove(generation);
      throw error;
    }
    // the first nginx.conf comes last: an nginx that is started without sites would listen to nobody
    await folder.point(generation);
    await folder.replaceConf(confText(places, mark, 'current'));
    await reload(generation, before);
    await folder.tidy();
    const named = [...wanted.values()].flatMap((text) =>
      [...text.matchAll(CERTIFICATE_LINE)].map(([, path]) => path ?? ''),
    );
    await certificates.keepOnly(new Set(named));
  }

  async function reload(generation: number, before: number | undefined): Promise<void> {
    try {
      await nginx.reload(confOf(places.folder), generation);
    } catch (error) {
      // one that does not run takes them when it is started
      if (before !== undefined && (await nginx.serves()) !== undefined) await folder.point(before);
      throw error;
    }
  }

  /** Makes nginx serve the files as `change` leaves them. */
  const change = (edit: (files: Files, mark: string) => Promise<void> | void): Promise<void> =>
    lockPool.transaction(async (lock) => {
      await takeLock(lock, 'sites', place);
      await folder.prepare();
      const mark = await deps.mark();
      const present = await folder.read();
      present.delete(GENERATION_FILE);
      const wanted = await wantedFiles(present, mark);
      await edit(wanted, mark);
      const current = await folder.current();
      const isWritten = isSame(wanted, present) && (await folder.readConf()) === confText(places, mark, 'current');
      if (!isWritten || current === undefined) await publish(wanted, present, mark);
      else if ((await nginx.serves()) !== current) await nginx.reload(confOf(places.folder), current);
    });

  async function reported(work: Promise<void>): Promise<void> {
    try {
      await work;
      await dropProblem(db, place);
    } catch (error) {
      // without the database nobody can be told
      await putProblem(db, place, problemOf(error), now()).catch(() => undefined);
      throw error;
    }
  }

  async function run(): Promise<void> {
    await sleep(GATHER_MS);
    queued = undefined;
    await reported(change(() => undefined));
  }

  /** Resolves when nginx serves every change that was made before the call. Throws NginxProblem. */
  function sync(): Promise<void> {
    queued ??= (running ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        running = run().finally(() => {
          running = undefined;
        });
        return running;
      });
    return queued;
  }

  async function oursIn(generation: number | undefined, names: string[]): Promise<string[]> {
    const isKnown = known?.generation === generation && names.every((name) => known?.ours.has(name));
    if (!isKnown) {
      const mark = await deps.mark();
      const files = await folder.read();
      known = {
        generation,
        ours: new Map([...files].map(([name, text]) => [name, ownerOf(text, mark) !== undefined])),
      };
    }
    return names.filter((name) => known?.ours.get(name));
  }

  return {
    sync,
    /** Syncs in the background; what nginx does not take is reported to administrators. */
    syncLater: (): void =>
      void sync().catch((error) => log.error({ err: error }, 'sites of nginx not brought up to date')),

    /** Subdomains whose files have our mark. */
    async sites(): Promise<string[]> {
      const names = await oursIn(await folder.current(), await folder.names());
      return names.flatMap((name) => subdomainOfFile(name) ?? []);
    },

    setAside: (site: string, name: string): Promise<void> =>
      reported(
        change(async (files, mark) => {
          const text = files.get(siteFile(site));
          if (text === undefined || ownerOf(text, mark) === undefined) return;
          await folder.writeAside(name, text);
          files.delete(siteFile(site));
        }),
      ),

    async putBack(site: string, name: string): Promise<void> {
      const text = await folder.readAside(name);
      if (text === undefined) return;
      await reported(change((files) => void files.set(siteFile(site), text)));
      await folder.dropAside(name);
    },

    /** Resolves when nothing of it runs or waits any more. */
    async settled(): Promise<void> {
      while (queued ?? running) await Promise.allSettled([queued, running]);
    },

    dropAside: (name: string): Promise<void> => folder.dropAside(name),
  };
}
export type Sites = ReturnType<typeof createSites>;
