import test, { type TestFn } from 'ava';
import { mayHaveEngine, startEngine, type TestEngine } from '../support/containers/docker-engine.ts';
import { withSwarmHost } from '../support/hosting/docker-fixture.ts';
import { hostContract } from '../support/hosting/host-contract.ts';

let engine: TestEngine | undefined;
test.before(async () => {
  engine = await startEngine({ inSwarm: true });
});
test.after.always(() => engine?.stop());

const onSwarm = mayHaveEngine() ? test : (test.skip as unknown as TestFn);

hostContract(onSwarm, 'swarm', (use) => withSwarmHost(engine, use));
