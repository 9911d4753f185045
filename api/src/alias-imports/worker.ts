/** The process that reads a workbook of aliases: it knows the file and where its rows go, and no secret. */

import { serveJob } from '@ostatok/kit/node/workbooks/worker.ts';
import { type ReadFile, type ReadJob, readFile } from './file-reader.ts';

serveJob<ReadJob, ReadFile>(readFile);
