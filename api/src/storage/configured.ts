import { join } from 'node:path';
import type { PlatformEnv } from '../config.ts';
import { createBucketStorage } from './bucket-storage.ts';
import { createFolderStorage } from './folder-storage.ts';
import type { Storage } from './storage.ts';

type StorageEnv = Pick<
  PlatformEnv,
  'BACKUP_DIR' | 'BACKUP_URL' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

/** The storage that the environment names: a bucket, or a folder of this machine. */
export function configuredStorage(config: StorageEnv, home: string): Storage {
  const { BACKUP_URL: url, S3_ENDPOINT: endpoint = '', S3_REGION: region } = config;
  if (!url) return createFolderStorage(config.BACKUP_DIR ?? join(home, 'backups'));
  const keys = { accessKeyId: config.S3_ACCESS_KEY_ID ?? '', secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '' };
  return createBucketStorage({ url, endpoint, region, ...keys });
}
