import type * as yup from 'yup';

export type JsonSchema = Record<string, unknown>;

type Described = yup.SchemaFieldDescription;

const types: Record<string, JsonSchema> = {
  string: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date-time' },
  array: { type: 'array' },
  object: { type: 'object' },
  mixed: {},
};

/** Maps each of yup's rules to JSON Schema. */
function ruleOf(type: string, name: string | undefined, params: Record<string, unknown> = {}): JsonSchema {
  const size = type === 'string' ? 'Length' : type === 'array' ? 'Items' : undefined;
  switch (name) {
    case 'integer':
      return { type: 'integer' };
    case 'min':
      if ('more' in params) return { exclusiveMinimum: params.more };
      return size ? { [`min${size}`]: params.min } : { minimum: params.min };
    case 'max':
      return size ? { [`max${size}`]: params.max } : { maximum: params.max };
    case 'length':
      return size ? { [`min${size}`]: params.length, [`max${size}`]: params.length } : {};
    case 'matches':
      return params.regex instanceof RegExp ? { pattern: params.regex.source } : {};
    case 'email':
      return { format: 'email' };
    case 'url':
      return { format: 'uri' };
    case 'uuid':
      return { format: 'uuid' };
    default:
      return {};
  }
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

function convert(described: Described): JsonSchema {
  const { type } = described;
  if (!('tests' in described)) return { ...types[type] };
  const { tests, oneOf, nullable } = described;
  const schema: JsonSchema = { ...types[type] };
  for (const { name, params } of tests) {
    const rule = ruleOf(type, name, params);
    // a limit that refers to another field is not a number
    for (const [key, value] of Object.entries(rule)) if (isPlain(value)) schema[key] = value;
  }
  const allowed = oneOf.filter(isPlain);
  if (allowed.length > 0) schema.enum = nullable ? [...allowed, null] : allowed;
  if (isPlain(described.default)) schema.default = described.default;
  const [inner] = 'innerType' in described ? [described.innerType].flat() : [];
  if (inner) schema.items = convert(inner);
  if ('fields' in described) Object.assign(schema, objectOf(described.fields));
  if (nullable && schema.type) schema.type = [schema.type, 'null'];
  return schema;
}

function objectOf(fields: Record<string, Described>): JsonSchema {
  const required = Object.entries(fields).flatMap(([name, field]) => (isMissing(field) ? [name] : []));
  return {
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, convert(field)])),
    ...(required.length > 0 && { required }),
  };
}

/** A field with its own default need not be sent; an object's default only comes from its fields. */
const isMissing = (field: Described): boolean =>
  'optional' in field && !field.optional && (field.default === undefined || field.type === 'object');

/** Converts a contract's schema to JSON Schema (of OpenAPI 3.1), as far as it can be expressed without code. */
export const toJsonSchema = (schema: yup.Schema): JsonSchema => convert(schema.describe());
