import type { Container } from 'dockerode';
import type { TestPlatform } from '../platform/platform.ts';

/** Returns the container that the tenant lives in. */
export function containerOf({ containers }: Pick<TestPlatform, 'containers'>, { id }: { id: string }): Container {
  if (!containers) throw new Error('no container engine');
  const { docker, installation } = containers.engine;
  return docker.getContainer(`ostatok-${installation}-${id}`);
}
