import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Container } from 'dockerode';

/** Runs the script by Node inside the container, as one of its users, and returns what it has printed as JSON. */
export async function runInside(container: Container, user: string, script: string): Promise<unknown> {
  const exec = await container.exec({
    Cmd: ['node', '--input-type=module', '-e', script],
    User: user,
    AttachStdout: true,
    AttachStderr: true,
  });
  const stream = await exec.start({});
  const [out, err] = [new PassThrough(), new PassThrough()];
  container.modem.demuxStream(stream, out, err);
  stream.once('end', () => {
    out.end();
    err.end();
  });
  const [printed, complaints] = await Promise.all([text(out), text(err)]);
  if (!printed) throw new Error(complaints);
  return JSON.parse(printed);
}

/** A script that tries to reach each of the addresses and prints the answers, or the first word of the failure. */
export const reaching = (urls: string[]): string => `
const ask = async (url) => {
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(1500), headers: { 'metadata-flavor': 'Google' } });
    return status;
  } catch { return 'unreachable'; }
};
console.log(JSON.stringify(await Promise.all(${JSON.stringify(urls)}.map(ask))));
`;

/** A script that tries to read or write each of the paths, and prints the codes of the failures. */
export const touching = (paths: { read?: string; write?: string }[]): string => `
import { readFileSync, writeFileSync } from 'node:fs';
const touch = ({ read, write }) => {
  try { return read ? readFileSync(read, 'utf8') : (writeFileSync(write, 'x'), 'written'); } catch (error) { return error.code; }
};
console.log(JSON.stringify(${JSON.stringify(paths)}.map(touch)));
`;
