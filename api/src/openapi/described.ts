import type { Endpoint } from '@ostatok/kit/contract/endpoint.ts';
import type * as yup from 'yup';

type AnswerKind = 'object' | 'list' | 'text' | 'number' | 'yes' | 'any';

/** The description of one route. */
export interface Described {
  summary: string;
  /** The schema of the body; `multipart` means a file. */
  body?: yup.Schema;
  multipart?: boolean;
  /** The schema of the query. */
  query?: yup.Schema;
  /** The route is a list: paged, sorted and filtered in both dialects. */
  list?: { sorts: readonly string[]; filter?: yup.Schema };
  /** The answer's fields beside `success`. */
  answer?: Record<string, AnswerKind>;
  /** The status of a successful answer; 200 by default. */
  status?: number;
  /** The media type of an answer that is not JSON. */
  content?: string;
}

/** Descriptions by method and path as declared: `GET /api/admin/users/:id`. */
export type DescribedRoutes = Record<string, Described | Endpoint>;
