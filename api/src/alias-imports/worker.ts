/** The process that reads a workbook of aliases. It gets the file's path and the output path, and no secrets. */

import { serveJob } from '@ostatok/kit/node/workbooks/worker.ts';
import { type ReadFile, type ReadJob, readFile } from './file-reader.ts';

serveJob<ReadJob, ReadFile>(readFile);
