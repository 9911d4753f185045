import * as yup from 'yup';
import type { ShownChange } from './changes.ts';
import type { ShownItem } from './items.ts';

/** Always grams; `stable` when the scale says so or five equal readings came in a row. */
export interface ScalesReading {
  scaleId: string;
  weightG: number;
  stable: boolean;
  /** What the scale counts in, grams: the reading is off by up to half of it (SIG Weight Scale: 5). */
  stepG?: number | undefined;
  /** When it was read, where it comes late: the bridge kept it while the venue was out of reach. */
  at?: string | undefined;
}

/** A scale as a bridge knows it. */
export interface ScaleState {
  scaleId: string;
  /** Of the maker, as `Decent Scale`. */
  model: string;
  state: 'connecting' | 'connected' | 'lost';
}

/** `GET /api/scales`: what is connected now, its last reading, and the last stable weights, newest first. */
export interface Scales {
  scales: (ScaleState & { bridge: string; reading: ScalesReading | null })[];
  recent: { scaleId: string; weightG: number; stepG: number | null; at: string }[];
}

/** `now`: the venue's time, by which a bridge with a wrong clock sets what it sends late. */
export interface ScalesAck {
  ok: boolean;
  error?: string;
  now?: string;
}

/** Events of a tenant's socket (`auth: {token}`). */
export interface ServerToClient {
  /** `change` is absent when items changed otherwise (edited, imported, deleted); `all` asks to read the list anew. */
  'items:changed': (event: { items: ShownItem[]; changes?: ShownChange[]; all?: true }) => void;
  /** A count was opened, counted in, closed …: whoever shows it asks again. */
  'counts:changed': (event: { countId: number }) => void;
  /** Settings, people or what is hidden from the receiver have changed: ask again. */
  'venue:changed': () => void;
  /** The token runs out within a minute: whoever renews it in time stays connected. */
  'session:ending': () => void;
  'scales:reading': (reading: ScalesReading) => void;
  /** Every scale of the venue. */
  'scales:state': (event: { scales: ScaleState[] }) => void;
}
export interface ClientToServer {
  /** The next token of the same person. */
  'session:renew': (token: string) => void;
  /** Every scale the bridge knows, each time one's state changes and after each connection. */
  'scales:state': (event: { scales: ScaleState[] }, ack?: (answer: ScalesAck) => void) => void;
  'scales:reading': (reading: ScalesReading, ack?: (answer: ScalesAck) => void) => void;
}

export const scalesReadingSchema = yup.object({
  scaleId: yup.string().strict().typeError('scaleId — текст').required('Нет scaleId').max(64, 'scaleId не длиннее 64'),
  weightG: yup
    .number()
    .strict()
    .typeError('Вес — число граммов')
    .required('Нет веса')
    .min(-100_000, 'Вес от −100 кг')
    .max(500_000, 'Вес до 500 кг'),
  stable: yup.boolean().strict().typeError('stable — да или нет').required('Нет stable'),
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
        scaleId: yup.string().strict().required('Нет scaleId').max(64, 'scaleId не длиннее 64'),
        model: yup.string().strict().defined().max(60, 'model не длиннее 60'),
        state: yup
          .string()
          .strict()
          .oneOf(['connecting', 'connected', 'lost'] as const, 'state — connecting, connected или lost')
          .required('Нет state'),
      }),
    )
    .strict()
    .required('Нет scales')
    .max(20, 'Не больше 20 весов'),
});
