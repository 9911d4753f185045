import { createHash } from 'node:crypto';
import { type Engine, isTaken, LABEL, labelled } from '../containers/engine.ts';
import type { TenantSpec } from '../host.ts';
import type { SecretRef } from './service-options.ts';

interface Listed {
  ID: string;
  Spec: { Name: string };
}

/** The secrets of tenants in the swarm. None can be changed, so each is named by what it holds. */
export function createServiceSecrets({ docker, installation }: Engine) {
  const list = async (filters: object): Promise<SecretRef[]> =>
    ((await docker.listSecrets({ filters })) as unknown as Listed[]).map(({ ID, Spec }) => ({
      id: ID,
      name: Spec.Name,
    }));

  // the engine takes the beginning of a name for it
  const find = async (name: string): Promise<SecretRef | undefined> =>
    (await list({ name: [name] })).find((one) => one.name === name);

  return {
    /** Finds or makes the secret of what the tenant is to be given. */
    async ensure({ id, secrets }: TenantSpec): Promise<SecretRef> {
      const text = JSON.stringify(secrets);
      const name = `ostatok-${installation}-${id}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
      const present = await find(name);
      if (present) return present;
      try {
        const made = await docker.createSecret({
          Name: name,
          Data: Buffer.from(text).toString('base64'),
          Labels: { [LABEL.installation]: installation, [LABEL.tenant]: id },
        });
        return { id: made.id, name };
      } catch (error) {
        // another process may have been quicker
        const made = isTaken(error) ? await find(name) : undefined;
        if (!made) throw error;
        return made;
      }
    },
    /** Removes those of the tenant's secrets that none of its services uses any more; the swarm refuses the others. */
    async prune(id: string): Promise<void> {
      const filters = labelled({ [LABEL.installation]: installation, [LABEL.tenant]: id });
      for (const { id: secret } of await list(filters))
        await docker
          .getSecret(secret)
          .remove()
          .catch(() => undefined);
    },
  };
}
export type ServiceSecrets = ReturnType<typeof createServiceSecrets>;
