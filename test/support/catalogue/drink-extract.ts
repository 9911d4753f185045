import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { drinkExtractRoutes, latestExtractRoutes } from '@ostatok/api/src/drink-extract/drink-extract.routes.ts';
import { createDrinkExtract } from '@ostatok/api/src/drink-extract/drink-extract.service.ts';
import {
  changesOf,
  type Drink,
  drinksOf,
  EXTRACT_PATH,
  type LatestExtract,
  partsOf,
} from '@ostatok/kit/contract/drink-extract.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { errorHandler, notFound } from '@ostatok/kit/node/http.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import express from 'express';
import supertest from 'supertest';

/** The extract of a platform's process with a folder of its own, and its routes. */
export async function createExtractProcess(db: Knex, options: { most?: number } = {}) {
  const home = await mkdtemp(join(tmpdir(), '.drink-extract-'));
  const extract = createDrinkExtract({ db, home, now: () => new Date(), ...options });
  const app = express()
    .use(EXTRACT_PATH, drinkExtractRoutes(extract))
    .use('/internal/drinks', latestExtractRoutes(extract, { caller: async () => undefined }));
  app.use(notFound, errorHandler(createLog('test', 'silent')));
  return {
    extract,
    app,
    async latest(): Promise<LatestExtract> {
      const { body } = await supertest(app).get('/internal/drinks').expect(200);
      return body.extract;
    },
    ask: (path: string) => supertest(app).get(`${EXTRACT_PATH}/${path}`).responseType('blob'),
    close: () => rm(home, { recursive: true, force: true }),
  };
}
export type ExtractProcess = Awaited<ReturnType<typeof createExtractProcess>>;

export function unpack(file: Buffer): { version: string; drinks: Drink[] } | undefined {
  const parts = partsOf(new Uint8Array(file));
  const drinks = parts?.blocks.flatMap((block) => [...drinksOf(inflateSync(block).toString())]);
  return parts && drinks && { version: parts.head.version, drinks };
}

/** Does with the answers what a phone does, and keeps everything in memory. */
export function createExtractPhone({ latest, ask }: ExtractProcess) {
  let version: string | undefined;
  let drinks = new Map<string, Drink>();
  return {
    drinks: (): Drink[] => [...drinks.values()].sort((a, b) => (a.ean < b.ean ? -1 : 1)),
    /** Returns how it came up to date. */
    async refresh(): Promise<'whole' | 'changes' | 'nothing'> {
      const since = version;
      ({ version } = await latest());
      if (since === version) return 'nothing';
      const answer = since && (await ask(`${version}/since/${since}`));
      const changes = answer && answer.status === 200 ? changesOf(answer.body.toString()) : undefined;
      if (!changes) {
        const whole = unpack((await ask(version)).body);
        drinks = new Map(whole?.drinks.map((drink) => [drink.ean, drink]));
        return 'whole';
      }
      for (const [ean, name, volumeMl] of changes) {
        if (name === undefined) drinks.delete(ean);
        else drinks.set(ean, { ean, name, volumeMl: volumeMl ?? null });
      }
      return 'changes';
    },
  };
}
