import type { JsonSchema } from '@ostatok/kit/node/openapi/json-schema.ts';
import * as yup from 'yup';

const formats: Record<string, string> = {
  email: 'nobody@test.example',
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2030-01-01T00:00:00.000Z',
};

function textOf({ format, pattern, minLength = 1 }: JsonSchema): string {
  if (typeof format === 'string' && formats[format]) return formats[format];
  // a tenant's id
  if (pattern === '^t[a-z0-9]{10}$') return 'tnobody0000';
  return 'Проба'.padEnd(Number(minLength), 'а');
}

/** A minimal valid value of the schema; ids are those of rows that do not exist. */
export function sampleOf(schema: JsonSchema, isRow = false): unknown {
  const { type, enum: allowed, properties = {}, required = [], items, minItems = 1, minimum = 1 } = schema;
  if (Array.isArray(allowed)) return allowed[0];
  const [kind] = [type].flat();
  const fields = properties as Record<string, JsonSchema>;
  switch (kind) {
    case 'object':
      return Object.fromEntries(
        (required as string[]).map((name) => [name, sampleOf(fields[name] ?? {}, isRowName(name))]),
      );
    case 'array':
      return Array.from({ length: Math.max(1, Number(minItems)) }, () => sampleOf((items ?? {}) as JsonSchema));
    case 'integer':
    case 'number':
      return isRow ? 999_999_999 : Number(minimum);
    case 'boolean':
      return true;
    default:
      return textOf(schema);
  }
}

/** Matches the names of fields that hold the id of another row: `planId`, `id`, `tenant_id`. */
export const isRowName = (name: string): boolean => /(^id|Id|_id)$/.test(name);

const simplest = [0, false, 'Проба', formats['date-time'], {}];

/** A value of an answer's schema: what `pool` has where that fits, otherwise the simplest that does. */
export function exampleOf(schema: yup.Schema, pool: unknown): unknown {
  const { nullable, optional, oneOf } = schema.describe() as yup.SchemaDescription;
  // an object that may be missing has no default; of others yup makes one of their fields
  if (pool === undefined && optional && schema.getDefault() === undefined) return undefined;
  if (nullable && (pool ?? null) === null) return null;
  if (schema instanceof yup.ArraySchema)
    return (Array.isArray(pool) ? pool : []).map((row) => exampleOf(schema.innerType as yup.Schema, row));
  if (schema instanceof yup.ObjectSchema) {
    const given = (pool ?? {}) as Record<string, unknown>;
    const fields = Object.entries(schema.fields) as [string, yup.Schema][];
    return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, given[name])]));
  }
  return [pool, ...oneOf, ...simplest].find(
    (value) => value !== undefined && schema.isValidSync(value, { strict: true }),
  );
}

/** A fake's answer with what it leaves out of its schema; what it has is kept as it is. */
export function completed(schema: yup.Schema, given: unknown): unknown {
  if (given === undefined) return exampleOf(schema, undefined);
  if (schema instanceof yup.ArraySchema && Array.isArray(given))
    return given.map((row) => completed(schema.innerType as yup.Schema, row));
  if (!(schema instanceof yup.ObjectSchema) || given === null || typeof given !== 'object') return given;
  const fields = Object.entries(schema.fields) as [string, yup.Schema][];
  const whole = fields.map(([name, field]) => [name, completed(field, (given as Record<string, unknown>)[name])]);
  return { ...given, ...Object.fromEntries(whole) };
}
