import type * as yup from 'yup';

type AnswerKind = 'object' | 'list' | 'text' | 'number' | 'yes' | 'any';

/** What is said of one route. */
export interface Described {
  summary: string;
  /** Of the body; `multipart` of a file. */
  body?: yup.Schema;
  multipart?: boolean;
  /** What the query may hold. */
  query?: yup.Schema;
  /** A list: paged, sorted and filtered in both dialects. */
  list?: { sorts: readonly string[]; filter?: yup.Schema };
  /** What the answer holds beside `success`. */
  answer?: Record<string, AnswerKind>;
  /** Of a good answer; 200 unless given. */
  status?: number;
  /** Of an answer that is no JSON. */
  content?: string;
}

/** By method and path as it is declared: `GET /api/admin/users/:id`. */
export type DescribedRoutes = Record<string, Described>;
