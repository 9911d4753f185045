import test, { type TestFn } from 'ava';
import { mayHaveEngine, startEngine, type TestEngine } from '../support/containers/docker-engine.ts';
import { withDockerHost } from '../support/hosting/docker-fixture.ts';
import { hostContract } from '../support/hosting/host-contract.ts';

let engine: TestEngine | undefined;
test.before(async () => {
  engine = await startEngine();
});
test.after.always(() => engine?.stop());

hostContract(mayHaveEngine() ? test : (test.skip as unknown as TestFn), 'docker', (use) => withDockerHost(engine, use));
