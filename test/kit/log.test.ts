import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let lines = '';
  const destination = {
    write: (line: string) => {
      lines += line;
    },
  };
  write(createLog('test', 'info', destination));
  return lines;
}

test('a token of a bot is in no line, also inside the address that an error tells', (t) => {
  const failed = new Error('request to https://api.telegram.org/bot123456:AA-secret_token/sendDocument failed');
  const wrapped = Object.assign(new Error('Network request failed'), { error: failed });

  const line = logged((log) =>
    log.child({ tenant: 'bar' }).error({ err: wrapped, token: '123456:AA-secret_token' }, 'file failed'),
  );

  t.false(line.includes('secret_token'), line);
  t.true(line.includes('/bot[скрыто]/sendDocument'), line);
  t.is(JSON.parse(line).msg, 'file failed');
});

test('what PostgreSQL tells of a row stays out of the log, also of one error among several', (t) => {
  const broken = Object.assign(new Error('violates not-null constraint'), {
    detail: 'Failing row contains (7, anna@bar.example, $2b$10$hash).',
  });

  const line = logged((log) => {
    log.error({ err: broken }, 'not written');
    log.error({ err: new AggregateError([broken], 'several') }, 'not written');
  });

  t.false(line.includes('anna@'), line);
  t.true(line.includes('violates not-null constraint'));
});
