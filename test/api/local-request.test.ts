import test from 'ava';
import { isForwarded } from '../../api/src/platform/local-request.ts';
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
