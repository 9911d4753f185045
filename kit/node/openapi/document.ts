import * as yup from 'yup';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';

/** What a document tells of an endpoint; an `Endpoint` is one. */
export interface DocumentedEndpoint {
  summary: string;
  access: string;
  query?: yup.Schema;
  body?: yup.Schema;
  hasFile?: boolean;
  list?: { sorts: readonly string[]; filter?: yup.Schema };
  /** The fields of a successful answer, as a schema or as JSON Schema. */
  answer?: yup.Schema | JsonSchema;
  status?: number;
  content?: string;
}

const refusals = {
  400: 'Запрос составлен неверно',
  401: 'Нужно войти',
  403: 'Доступ запрещен',
  404: 'Такого нет',
  409: 'Так сейчас нельзя',
  429: 'Слишком много запросов',
};

const parameter = (where: 'path' | 'query', name: string, schema: JsonSchema, description?: string): JsonSchema => ({
  name,
  in: where,
  required: where === 'path',
  ...(description && { description }),
  schema,
});

function queryOf({ list, query, content }: DocumentedEndpoint): JsonSchema[] {
  const fieldsOf = (schema: JsonSchema): JsonSchema[] =>
    Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, field]) =>
      parameter('query', name, field),
    );
  if (!list) return query ? fieldsOf(toJsonSchema(query)) : [];
  // a list that is a file holds all rows
  const paging = [
    parameter('query', 'page', { type: 'integer', minimum: 1 }),
    parameter('query', 'limit', { type: 'integer', minimum: 1, maximum: 1000 }),
    parameter('query', 'range', { type: 'string' }, 'ra-data-simple-rest: [from, to]'),
  ];
  return [
    ...(content === undefined ? paging : []),
    parameter('query', 'sortBy', { type: 'string', enum: [...list.sorts] }),
    parameter('query', 'sortOrder', { type: 'string', enum: ['asc', 'desc'] }),
    parameter('query', 'sort', { type: 'string' }, 'ra-data-simple-rest: [name, order]'),
    parameter('query', 'filter', { type: 'string' }, 'ra-data-simple-rest: a JSON object of the filters below'),
    ...(list.filter ? fieldsOf(toJsonSchema(list.filter)) : []),
  ];
}

function bodyOf({ body, hasFile }: DocumentedEndpoint): JsonSchema | undefined {
  if (hasFile)
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
        },
      },
    };
  return body && { required: true, content: { 'application/json': { schema: toJsonSchema(body) } } };
}

const isSchema = (answer: object): answer is yup.Schema => yup.isSchema(answer);

function answerOf({ answer = {}, list, content, status = 200 }: DocumentedEndpoint): JsonSchema {
  const { properties = {}, required = [] } = (isSchema(answer) ? toJsonSchema(answer) : answer) as {
    properties?: JsonSchema;
    required?: string[];
  };
  const paged = list ? { pagination: { $ref: '#/components/schemas/Pagination' } } : {};
  const schema = {
    type: 'object',
    properties: { success: { const: true }, ...properties, ...paged },
    required: ['success', ...Object.keys(paged), ...required],
  };
  const type = content ?? 'application/json';
  return { [status]: { description: 'OK', content: { [type]: { schema: content ? { type: 'string' } : schema } } } };
}

function operationOf(method: string, path: string, endpoint: DocumentedEndpoint): JsonSchema {
  const tag = path.startsWith('/api/admin/') ? `admin/${path.split('/')[3]}` : (path.split('/')[2] ?? 'api');
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const isOpen = endpoint.access === 'anyone';
  const refused = Object.entries(refusals).filter(([status]) => status !== '401' || !isOpen);
  const requestBody = bodyOf(endpoint);
  return {
    tags: [tag],
    operationId: `${method.toLowerCase()}${path.replace(/^\/api/, '').replace(/[^a-z0-9]+(\w)/gi, (_all, letter) => letter.toUpperCase())}`,
    summary: endpoint.summary,
    parameters: [...names.map((name) => parameter('path', name, { type: 'string' })), ...queryOf(endpoint)],
    ...(requestBody && { requestBody }),
    ...(isOpen && { security: [] }),
    responses: {
      ...answerOf(endpoint),
      ...Object.fromEntries(
        refused.map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
        ]),
      ),
    },
  };
}

/** Builds the OpenAPI 3.1 document of endpoints by method and path. */
export function openApiDocument(endpoints: Record<string, DocumentedEndpoint>, publicUrl: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const [method = '', path = ''] = name.split(' ');
    const templated = path.replace(/:(\w+)/g, '{$1}');
    paths[templated] = { ...paths[templated], [method.toLowerCase()]: operationOf(method, path, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Остаток',
      version: '1',
      description: 'Money is roubles, times are ISO 8601, messages are Russian.',
    },
    servers: [{ url: publicUrl }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Pagination: {
          type: 'object',
          required: ['total', 'page', 'pages'],
          properties: {
            total: { type: 'integer' },
            page: { type: 'integer' },
            pages: { type: 'integer' },
            isMore: { type: 'boolean', description: 'there are more rows than the total; they were not counted' },
            depth: { type: 'integer', description: 'how many rows are reached by page number, if not all' },
            next: { type: ['string', 'null'], description: 'the cursor (`after`) of the rows beyond the 10,000th' },
            previous: { type: ['string', 'null'], description: 'the cursor of the 10,000 rows before' },
          },
        },
        Refusal: {
          type: 'object',
          required: ['success', 'error', 'code'],
          properties: {
            success: { const: false },
            error: { type: 'string', description: 'Russian, for a person' },
            code: { type: 'string', description: 'a stable word' },
            errors: { type: 'object', additionalProperties: { type: 'string' } },
          },
        },
      },
    },
  };
}
