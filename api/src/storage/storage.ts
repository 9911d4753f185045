import { AppError } from '@ostatok/kit/node/errors.ts';

/** Why a bucket did not do what it was asked, as a message for the administrator. */
const troubles = {
  unreachable: 'Хранилище копий не отвечает. Проверьте S3_ENDPOINT и сеть',
  cut: 'Связь с хранилищем копий оборвалась. Повторите позже',
  slow: 'Хранилище копий отвечает слишком медленно. Повторите позже',
  denied: 'Хранилище копий не пускает. Проверьте S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY и права ключа на бакет',
  no_bucket: 'Бакета из BACKUP_URL нет. Создайте его или исправьте адрес',
  clock: 'Часы этой машины расходятся с часами хранилища копий. Включите синхронизацию времени',
  full: 'В хранилище копий кончилось место. Освободите его или расширьте квоту',
  too_large: 'Файл больше, чем бакет принимает за один раз (78 ГБ)',
  refused: 'Хранилище копий отказало. Проверьте BACKUP_URL, S3_ENDPOINT и S3_REGION',
} as const;
export type StorageTrouble = keyof typeof troubles;

/** A bucket did not do what it was asked. */
export class StorageError extends AppError {
  readonly trouble: StorageTrouble;
  /** What was asked and what was answered, for the log. It holds no key of the operator's. */
  readonly detail: string;
  constructor(trouble: StorageTrouble, detail: string) {
    super(503, `storage_${trouble}`, troubles[trouble], { retryAfter: 60 });
    this.trouble = trouble;
    this.detail = detail;
  }
}

/** The bucket gives no answer: whatever is asked next would wait in vain as well. */
export const isAway = (error: unknown): boolean =>
  error instanceof StorageError && ['unreachable', 'cut', 'slow'].includes(error.trouble);

/** Nothing is stored under this key. */
export class MissingObject extends Error {
  override name = 'MissingObject';
  readonly code = 'ENOENT';
}

export interface StoredObject {
  key: string;
  bytes: number;
}

/**
 * A place for files by their keys, such as `platform/<id>.backup`: a folder or an S3-compatible bucket. Other programs
 * and other processes of the platform may use it at the same time.
 */
export interface Storage {
  /** Where it is, for people: a path, or `s3://bucket/prefix`. */
  readonly name: string;
  /** The path of a folder; undefined for a bucket. */
  readonly folder: string | undefined;
  /**
   * Stores all the bytes under the key, durably. The key exists only when this resolves: until then, after a failure and
   * after a crash nobody sees it. A failure leaves nothing that takes space.
   */
  put(key: string, bytes: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>;
  /** Reads the bytes, or the first `most` of them. Throws MissingObject when there is nothing under the key. */
  get(key: string, most?: number): AsyncGenerator<Buffer>;
  /** Lists what is completely stored under keys that begin with the prefix. */
  list(prefix: string): Promise<StoredObject[]>;
  isThere(key: string): Promise<boolean>;
  /** Deletes it, and what a `put` that a crash cut short has left of it. Does nothing when there is nothing. */
  remove(key: string): Promise<void>;
  /** Deletes everything in this folder of the storage, half-stored files as well. */
  removeFolder(folder: string): Promise<void>;
  /** Gives back what stores that were begun before this moment and never finished still take, where that is unseen. */
  removeUnfinished(before: Date): Promise<void>;
  /**
   * Returns the id of this place, by which several processes tell whether they see the same one. Null when nothing was
   * stored here yet and `make` is not set.
   */
  place(make?: boolean): Promise<string | null>;
}

export async function readText(storage: Pick<Storage, 'get'>, key: string): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of storage.get(key)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
