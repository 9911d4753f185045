/** Parts of which the schemas of answers are made. An answer's field is always there; what may be missing is null. */
import * as yup from 'yup';

export const text = () => yup.string().defined();
export const number = () => yup.number().defined();
export const integer = () => yup.number().integer().defined();
export const flag = () => yup.boolean().defined();

/** A moment as ISO 8601 text; what answers it may also give a Date. */
export const time = () =>
  yup
    .string()
    .matches(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/)
    .defined();

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
