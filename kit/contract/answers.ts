/** Parts of which the schemas of answers are made. An answer's field is always there; what may be missing is null. */
import * as yup from 'yup';

/** Schemas never change, so fields share theirs: several hundred of their own would take megabytes of an idle venue. */
function shared<T extends yup.StringSchema | yup.NumberSchema | yup.BooleanSchema>(schema: T): T {
  const nullable = schema.nullable();
  const optional = schema.optional();
  return Object.assign(schema, { nullable: () => nullable, optional: () => optional });
}

const TEXT = shared(yup.string().defined());
const NUMBER = shared(yup.number().defined());
const INTEGER = shared(yup.number().integer().defined());
const FLAG = shared(yup.boolean().defined());
const TIME = shared(
  yup
    .string()
    .matches(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/)
    .defined(),
);

export const text = () => TEXT;
export const number = () => NUMBER;
export const integer = () => INTEGER;
export const flag = () => FLAG;

/** A moment as ISO 8601 text; what answers it may also give a Date. */
export const time = () => TIME;

export const oneOf = <const T extends string>(words: readonly T[]) => yup.string().oneOf(words).defined();

export const listOf = <T extends yup.Schema>(schema: T) =>
  yup.array<yup.AnyObject, yup.InferType<T>>(schema as yup.Schema<yup.InferType<T>>).defined();

/** An object whose keys are not known beforehand. */
export const record = <T = unknown>() => yup.mixed<Record<string, T>>().defined();

/**
 * Gives a schema that describes all objects of a union at once the union as its type, which yup cannot infer. The union
 * may only be narrower than what the schema describes.
 */
export function unionOf<Described extends yup.AnyObject, Union extends yup.InferType<yup.ObjectSchema<Described>>>(
  schema: yup.ObjectSchema<Described>,
): yup.ObjectSchema<Union>;
export function unionOf(schema: yup.ObjectSchema<yup.AnyObject>): yup.ObjectSchema<yup.AnyObject> {
  return schema;
}
