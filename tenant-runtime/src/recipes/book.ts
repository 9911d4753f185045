import type { Db } from '@ostatok/kit/node/db.ts';
import { selectBook } from './book.queries.ts';
import type { Book } from './expansion.ts';

/** Reads all recipes for whoever tells dishes apart by them, also in a process that has no services. */
export const readBook = (db: Db): Promise<Book> => selectBook(db);
