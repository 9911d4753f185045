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

test('no password or token inside an address that an error tells is in any line', (t) => {
  const line = logged((log) => {
    log.error({ err: new Error('cannot reach postgres://ostatok:pa55-word@10.0.0.1:5432/ostatok') }, 'database');
    log.error({ err: new Error('smtps://mail:pa55-word@mail.example') }, 'mail');
    log.warn({ url: '/verify-email?token=pa55-word&next=1', secretKey: 'pa55-word' }, 'GET ?code=pa55-word');
  });

  t.false(line.includes('pa55-word'), line);
  t.true(line.includes('postgres://ostatok:[скрыто]@10.0.0.1:5432/ostatok'), line);
  t.true(line.includes('token=[скрыто]&next=1'), line);
});
