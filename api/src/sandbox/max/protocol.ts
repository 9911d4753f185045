/**
 * Objects of MAX's Bot API as they go over the wire, by the schema 0.0.33 and the sample events of the official Go client.
 */

export interface User {
  user_id: number;
  first_name: string;
  last_name?: string;
  /** Bots have one, people do not. */
  username?: string;
  is_bot: boolean;
  last_activity_time: number;
  /** Deprecated, and still sent. */
  name: string;
}

export type ButtonType =
  | 'callback'
  | 'link'
  | 'message'
  | 'clipboard'
  | 'request_contact'
  | 'request_geo_location'
  | 'open_app';

export interface Button {
  type: ButtonType;
  text: string;
  payload?: string;
  url?: string;
  web_app?: string;
}

export type UploadType = 'image' | 'video' | 'audio' | 'file';

export interface AttachmentRequest {
  type: string;
  payload?: {
    token?: string | null;
    photos?: Record<string, { token: string }> | null;
    buttons?: Button[][];
  };
}

export interface NewMessageBody {
  text?: string | null;
  attachments?: AttachmentRequest[] | null;
  link?: { type: 'reply' | 'forward'; mid: string } | null;
  notify?: boolean;
  format?: 'markdown' | 'html' | null;
}

export interface BotCommand {
  name: string;
  description?: string | null;
}

/** An event for a bot. What else it has depends on its type. */
export interface Update {
  update_type: string;
  timestamp: number;
  [field: string]: unknown;
}

/** An answer to an HTTP request. An object is sent as JSON; a text or bytes go as they are. */
export interface Reply {
  status: number;
  body?: object | string | Buffer;
  headers?: Record<string, string>;
}

const { rawJSON } = JSON as typeof JSON & { rawJSON: (text: string) => object };

/** Renders JSON in which a bigint is a number literal, as MAX's int64 fields are. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? rawJSON(String(one)) : one));

export const ok = (body: object): Reply => ({ status: 200, body });

export const refusal = (status: number, code: string, message: string): Reply => ({ status, body: { code, message } });

/** The body breaks the schema. */
export const badRequest = (message: string): Reply => refusal(400, 'proto.payload', message);

/** A change that was understood but not made: MAX answers 200 to it as well. */
export const unsuccessful = (message: string): Reply => ok({ success: false, message });

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lengths are counted as JavaScript counts them. */
export const isText = (value: unknown, longest: number, shortest = 0): value is string =>
  typeof value === 'string' && value.length >= shortest && value.length <= longest;

/** Parses JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
