import type { Duplex } from 'node:stream';

/** A tenant sends one short line, which may be hostile. */
const LONGEST_LINE = 4096;

const isPort = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536;

function portIn(line: string): number | null | undefined {
  try {
    const message = JSON.parse(line) as { type?: unknown; port?: unknown } | null;
    if (message?.type !== 'listening') return undefined;
    return isPort(message.port) ? message.port : null;
  } catch {
    return undefined;
  }
}

/**
 * Reads the port that a tenant sends over its own channel, so that no other process can pretend to be this tenant. The
 * channel is Node's own IPC (a line of JSON for each message). It is read here with a limit, since Node's reader has
 * none and a tenant's code must not fill its parent's memory. Rejects when no port arrives.
 */
export function portFrom(channel: Duplex): Promise<number> {
  return new Promise((resolve, reject) => {
    let rest = '';
    channel.setEncoding('utf8');
    channel.on('error', () => undefined);
    channel.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const port = portIn(line);
        if (port) resolve(port);
        else if (port === null) reject(new Error('tenant told no port'));
      }
      if (rest.length <= LONGEST_LINE) return;
      reject(new Error('tenant told too much'));
      channel.destroy();
    });
  });
}
