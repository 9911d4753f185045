import test from 'ava';
import { isForwarded } from '../../api/src/platform/local-request.ts';
import { sandboxViewers } from '../../api/src/sandbox/viewers.ts';
import { requestFrom } from '../support/http/incoming.ts';

const requestWith = (headers: Record<string, string>) => requestFrom('127.0.0.1', headers);

test('what proxies, balancers and content networks add tells that a request was passed on; what browsers send does not', (t) => {
  const forwarding = [
    ...[
      'forwarded',
      'via',
      'x-forwarded',
      'x-forwarded-for',
      'x-forwarded-proto',
      'x-forwarded-server',
      'forwarded-for',
    ],
    ...['x-real-ip', 'x-real-port', 'x-client-ip', 'x-cluster-client-ip', 'cluster-client-ip', 'client-ip'],
    ...['true-client-ip', 'incap-client-ip', 'proxy-client-ip', 'wl-proxy-client-ip', 'x-proxyuser-ip'],
    ...['x-original-for', 'x-original-host', 'x-original-url', 'x-remote-ip', 'x-remote-addr', 'x-host', 'x-scheme'],
    ...['cf-connecting-ip', 'cf-ray', 'cdn-loop', 'fastly-client-ip', 'fly-client-ip', 'do-connecting-ip'],
    ...['x-azure-clientip', 'x-azure-fdid', 'x-arr-log-id', 'x-appengine-user-ip', 'x-cloud-trace-context'],
    ...['x-amzn-trace-id', 'x-amz-cf-id', 'cloudfront-viewer-address', 'x-akamai-edgescape', 'akamai-origin-hop'],
    ...['x-envoy-external-address', 'x-envoy-expected-rq-timeout-ms', 'x-nf-client-connection-ip', 'x-vercel-id'],
    ...['x-sucuri-clientip', 'ali-cdn-real-ip', 'x-bluecoat-via', 'x-varnish', 'x-nginx-proxy', 'front-end-https'],
  ];
  t.deepEqual(
    forwarding.filter((name) => !isForwarded(requestWith({ [name]: '203.0.113.9' }))),
    [],
  );
  const browser = [
    ...['host', 'connection', 'user-agent', 'accept', 'accept-encoding', 'accept-language', 'cache-control', 'pragma'],
    ...['cookie', 'authorization', 'origin', 'referer', 'content-type', 'content-length', 'range', 'if-none-match'],
    ...['sec-ch-ua', 'sec-fetch-site', 'sec-gpc', 'sec-websocket-key', 'dnt', 'priority', 'upgrade', 'te', 'prefer'],
    ...['upgrade-insecure-requests', 'x-requested-with', 'x-request-id', 'x-telegram-bot-api-secret-token'],
  ];
  t.deepEqual(
    browser.filter((name) => isForwarded(requestWith({ [name]: '1' }))),
    [],
  );
});

test('behind the nginx that the platform keeps this machine sees the sandbox if it was asked for, and nobody by another name', (t) => {
  const forwarded = { host: 'localhost:8080', 'x-forwarded-for': '172.30.30.1', 'x-forwarded-proto': 'http' };
  const settings = { INGRESS: 'nginx', SANDBOX: true, TRUST_PROXY: '172.30.30.2' } as const;
  const sees = (headers: Record<string, string>, more: object = {}, peer = '172.30.30.2'): boolean =>
    sandboxViewers({ ...settings, ...more })(requestFrom(peer, headers));
  t.true(sees(forwarded));
  t.false(sees(forwarded, { SANDBOX: undefined }), 'it was not asked for');
  t.false(sees(forwarded, { INGRESS: 'builtin' }), 'somebody has put a proxy before it that nobody named');
  t.false(sees(forwarded, {}, '172.30.30.9'), 'it comes by another machine');
  t.false(sees({ ...forwarded, host: 'bars.example' }));
  t.false(sees({ ...forwarded, origin: 'https://other.example' }), 'a page of another site sends it');
  t.false(sees({ ...forwarded, 'x-forwarded-for': '203.0.113.9, 172.30.30.1' }), 'another proxy stands before it');
  t.false(sees({ ...forwarded, 'x-real-ip': '203.0.113.9' }), 'another proxy stands before it');
  t.false(sees({ host: 'localhost:8080', 'x-real-ip': '127.0.0.1' }));
});
