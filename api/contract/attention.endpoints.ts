import { integer, listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';

/** `broken`: somebody is harmed now; `warning`: somebody soon will be; `waiting`: a decision is due. */
const attentionLevels = ['broken', 'warning', 'waiting'] as const;
export type AttentionLevel = (typeof attentionLevels)[number];

/** Something that an administrator has to do. */
const attentionLineSchema = yup.object({
  /** A stable code of the matter. */
  id: text(),
  level: oneOf(attentionLevels),
  /** A Russian text for a person. */
  text: text(),
  /** How many things are affected. */
  count: integer(),
  /** The first affected things, each with its reason. */
  details: listOf(text()),
  /** The time since which the oldest of them lasts, if known. */
  since: time().nullable(),
  /** The page of the panel and the command that mend it. */
  action: yup.object({ label: text(), path: text(), command: text() }),
});
export type AttentionLine = yup.InferType<typeof attentionLineSchema>;

/**
 * The panel's overview and `ostatok status` both show this list and compute nothing themselves. A failed check is a line
 * too.
 */
const attentionSchema = yup.object({ attention: listOf(attentionLineSchema), at: time() });
export type Attention = yup.InferType<typeof attentionSchema>;

export const attentionEndpoints = defineEndpoints({
  'GET /api/admin/attention': {
    summary: 'Everything that waits for an administrator, the most harmful first',
    access: 'admin',
    answer: attentionSchema,
  },
});
