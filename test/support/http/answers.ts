import type { OnAnswer } from '@ostatok/kit/node/endpoints.ts';
import * as yup from 'yup';

/** The paths of fields that a schema does not know. */
function* unknownFields(schema: unknown, value: unknown, path = ''): Generator<string> {
  if (schema instanceof yup.ArraySchema && Array.isArray(value)) {
    for (const row of value) yield* unknownFields(schema.innerType, row, `${path}[]`);
  }
  if (!(schema instanceof yup.ObjectSchema) || !value || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    if (key in schema.fields) yield* unknownFields(schema.fields[key], inner, `${path}.${key}`);
    else yield `${path}.${key} is not in the schema`;
  }
}

function mistakesOf(schema: yup.Schema, value: unknown): string[] {
  const unknown = [...unknownFields(schema, value)];
  try {
    schema.validateSync(value, { strict: true, abortEarly: false });
    return unknown;
  } catch (error) {
    return [...unknown, ...(error as yup.ValidationError).errors];
  }
}

/** Throws, so that the request fails, when an answer differs from its endpoint's schema. */
export const compareAnswer: OnAnswer = (name, { answer, list }, given) => {
  const { total, ...fields } = JSON.parse(JSON.stringify(given));
  const mistakes = mistakesOf(
    answer ?? yup.object({}),
    list ? fields : { ...fields, ...(total !== undefined && { total }) },
  );
  if (list && !Number.isInteger(total)) mistakes.push('a list without its total');
  if (mistakes.length > 0)
    throw new Error(`The answer of ${name} is not as described: ${mistakes.slice(0, 5).join('; ')}`);
};
