import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { VenueEndpoint } from './access/endpoint.routes.ts';
import type { Config } from './config.ts';

/** What every module of a tenant may need. */
export interface Base {
  config: Config;
  db: Knex;
  log: Logger;
  clock: () => Date;
}

/** What a slice gives a tenant beside its services. */
export interface Module {
  endpoints?: VenueEndpoint[];
  /** Finishes accepted work: afterwards it writes nothing more. */
  close?: () => Promise<void>;
}
