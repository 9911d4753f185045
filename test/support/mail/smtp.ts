import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface TakenLetter {
  to: string[];
  raw: Buffer;
}

/** A real SMTP server on a free port; received letters are in `taken`. */
export async function smtpServer(
  t: { teardown: (close: () => Promise<void>) => void },
  options: SMTPServerOptions = {},
) {
  const taken: TakenLetter[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    // senders keep their connections open: closing would wait half a minute for them
    closeTimeout: 1,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        taken.push({ to: session.envelope.rcptTo.map((one) => one.address), raw: Buffer.concat(chunks) });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  t.teardown(() => new Promise<void>((resolve) => server.close(resolve)));
  return { taken, url: `smtp://127.0.0.1:${port}` };
}
