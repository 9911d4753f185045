import * as yup from 'yup';
import type { ShownChange } from './changes.endpoints.ts';
import { yesOrNo } from './fields.ts';
import type { ShownItem } from './items.endpoints.ts';

/** The weight is always in grams; `stable` is true when the scale says so or after five equal readings in a row. */
export interface ScalesReading {
  scaleId: string;
  weightG: number;
  stable: boolean;
  /** The scale's step in grams: the reading is off by up to half of it (SIG Weight Scale: 5). */
  stepG?: number | undefined;
  /** The time of a late reading, which the bridge stored while the tenant could not be reached. */
  at?: string | undefined;
}

/** The state of a scale as its bridge reports it. */
export interface ScaleState {
  scaleId: string;
  /** The maker's model name, such as `Decent Scale`. */
  model: string;
  state: 'connecting' | 'connected' | 'lost';
  /** Whether it takes the command to zero; bridges of earlier releases do not say. */
  canTare?: boolean | undefined;
  /** What a person should know of the model, such as its step; a text for people. */
  about?: string | undefined;
}

/** Names the scale that is to show zero with what stands on it. */
export interface ScaleTare {
  scaleId: string;
}

/** `now` is the tenant's time, by which a bridge with a wrong clock corrects the times of late readings. */
export interface ScalesAck {
  ok: boolean;
  error?: string;
  now?: string;
}

/** Events of a tenant's socket (`auth: {token}`). */
export interface ServerToClient {
  /**
   * `changes` is absent when items changed in another way (edited, imported, deleted); `all` asks to reload the list.
   */
  'items:changed': (event: { items: ShownItem[]; changes?: ShownChange[]; all?: true }) => void;
  /** A count was opened, counted in or closed; clients that show it reload it. */
  'counts:changed': (event: { countId: number }) => void;
  /** Anything but items, changes and counts has changed, or what is hidden from the receiver; clients read it anew. */
  'venue:changed': () => void;
  /** Something in the receiver's own conversation with the bot is new. */
  'chat:changed': () => void;
  /** The token expires within a minute; a client that renews it in time stays connected. */
  'session:ending': () => void;
  'scales:reading': (reading: ScalesReading) => void;
  /** Every scale of the tenant. */
  'scales:state': (event: { scales: ScaleState[] }) => void;
  /** Sent to the bridge that holds the scale, and to nobody else. */
  'scales:tare': (event: ScaleTare, ack: (answer: ScalesAck) => void) => void;
}
export interface ClientToServer {
  /** The next token of the same user. */
  'session:renew': (token: string) => void;
  /** Every scale that the bridge knows, sent whenever the state of one changes and after each connection. */
  'scales:state': (event: { scales: ScaleState[] }, ack?: (answer: ScalesAck) => void) => void;
  'scales:reading': (reading: ScalesReading, ack?: (answer: ScalesAck) => void) => void;
  /** A person zeroes a scale of a bridge; answered when the bridge has done it or has not. */
  'scales:tare': (event: ScaleTare, ack: (answer: ScalesAck) => void) => void;
}

const scaleId = () =>
  yup.string().strict().typeError('scaleId — текст').required('Нет scaleId').max(64, 'scaleId не длиннее 64');

export const scaleTareSchema = yup.object({ scaleId: scaleId() });

/** What a bridge answers. */
export const scalesAckSchema = yup.object({
  ok: yesOrNo('ok').required('Нет ok'),
  error: yup.string().strict().max(200, 'error не длиннее 200'),
});

export const scalesReadingSchema = yup.object({
  scaleId: scaleId(),
  weightG: yup
    .number()
    .strict()
    .typeError('Вес — число граммов')
    .required('Нет веса')
    .min(-100_000, 'Вес от −100 кг')
    .max(500_000, 'Вес до 500 кг'),
  stable: yesOrNo('stable').required('Нет stable'),
  stepG: yup.number().strict().typeError('stepG — число').positive('stepG больше нуля').max(1000, 'stepG до 1000'),
  at: yup
    .string()
    .strict()
    .typeError('at — время')
    .max(40, 'at — время')
    .matches(/^20\d\d-\d\d-\d\dT/, 'at — время'),
});

export const scaleStatesSchema = yup.object({
  scales: yup
    .array()
    .of(
      yup.object({
        scaleId: scaleId(),
        model: yup.string().strict().defined().max(60, 'model не длиннее 60'),
        state: yup
          .string()
          .strict()
          .oneOf(['connecting', 'connected', 'lost'] as const, 'state — connecting, connected или lost')
          .required('Нет state'),
        canTare: yesOrNo('canTare'),
        about: yup.string().strict().typeError('about — текст').max(120, 'about не длиннее 120'),
      }),
    )
    .strict()
    .required('Нет scales')
    .max(20, 'Не больше 20 весов'),
});
