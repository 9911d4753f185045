import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { TooMany, Unavailable } from '@ostatok/kit/node/errors.ts';
import type { TenantAddress } from './tenant-client.ts';

/** Years of a venue's changes take minutes to write. */
const TIME_LIMIT_MS = 11 * 60_000;

/** The venue did not answer at all: it may run elsewhere by now. */
export class VenueAway extends Error {}

/** All of a venue, as it writes it; nothing of it is kept here. */
export async function openWorkbook({ endpoint, secret }: TenantAddress, gone: AbortSignal): Promise<Readable> {
  const signal = AbortSignal.any([gone, AbortSignal.timeout(TIME_LIMIT_MS)]);
  const headers = { authorization: `Bearer ${secret}` };
  const answer = await fetch(`${endpoint}/internal/export.xlsx`, { headers, redirect: 'error', signal }).catch(
    (error) => {
      if (gone.aborted) throw error;
      throw new VenueAway(String(error));
    },
  );
  if (answer.ok && answer.body) return Readable.fromWeb(answer.body as ReadableStream);
  await answer.body?.cancel();
  if (answer.status === 429) throw new TooMany(5, 'Слишком много файлов сразу. Подождите немного');
  throw new Unavailable(30, 'Не удалось собрать данные заведения. Повторите через минуту', 'workbook_failed');
}
