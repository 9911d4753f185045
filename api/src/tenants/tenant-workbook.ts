import { get, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { TooMany, Unavailable } from '@ostatok/kit/node/errors.ts';
import { PROOF_HEADER } from '@ostatok/kit/node/signed-calls.ts';
import { credentialsOf, Stranger, type TenantAddress } from '../supervisor/tenant-client.ts';

/** Years of a tenant's changes take minutes to write. */
const TIME_LIMIT_MS = 11 * 60_000;

const failed = [30, 'Не удалось собрать данные заведения. Повторите через минуту', 'workbook_failed'] as const;

/** The tenant did not answer at all; it may run elsewhere by now. */
export class VenueAway extends Unavailable {
  constructor(cause: unknown) {
    super(...failed);
    this.cause = cause;
  }
}

const PATH = '/internal/export.xlsx';

/** Does not use `fetch`, which gives up when an answer takes five minutes to begin. */
const ask = (address: TenantAddress, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { authorization, proof } = credentialsOf(address, { method: 'GET', path: PATH });
    get(address.endpoint + PATH, { headers: { authorization }, signal }, (answer) => {
      if (proof === undefined || answer.headers[PROOF_HEADER] === proof) return resolve(answer);
      answer.destroy();
      reject(new Stranger(PATH));
    }).on('error', reject);
  });

/** Streams the workbook with all of a tenant's data as the tenant writes it; nothing is stored here. */
export async function openWorkbook(address: TenantAddress, gone: AbortSignal): Promise<Readable> {
  const limit = AbortSignal.timeout(TIME_LIMIT_MS);
  const answer = await ask(address, AbortSignal.any([gone, limit])).catch((error) => {
    if (gone.aborted) throw error;
    throw limit.aborted ? new Unavailable(...failed) : new VenueAway(error);
  });
  if (answer.statusCode === 200) return answer;
  answer.resume();
  if (answer.statusCode === 429) throw new TooMany(5, 'Слишком много файлов сразу. Подождите немного');
  throw new Unavailable(...failed);
}
