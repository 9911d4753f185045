import test from 'ava';
import { hostContract } from '../support/hosting/host-contract.ts';
import { withProcessHost } from '../support/hosting/process-fixture.ts';

hostContract(test, 'processes', withProcessHost);
