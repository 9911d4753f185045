import type Dockerode from 'dockerode';
import type { ServiceSpec } from 'dockerode';
import {
  environmentOf,
  fingerprintOf,
  LONGEST_LOG,
  MB,
  programCommand,
  TENANT_PORT,
  TMP_MB,
  ULIMITS,
} from '../containers/container-options.ts';
import { LABEL } from '../containers/engine.ts';
import type { TenantSpec } from '../host.ts';

const NANO_CPUS_PER_PERCENT = 1e7;
const NS_PER_MS = 1e6;
const USER = '10001';
const SECRETS_NAME = 'tenant.json';
const STOP_LIMIT_MS = 10_000;
/** What an awake tenant takes at least: a machine that has less is not chosen. */
const RESERVED_MB = 64;
/**
 * The swarm itself brings back what has failed or was lost with its machine, at once and a few times; what fails again
 * and again is left to the platform, which waits longer each time and knows the release before.
 */
const RESTARTS = { Condition: 'on-failure', Delay: 500 * NS_PER_MS, MaxAttempts: 2, Window: 600_000 * NS_PER_MS };
/** A node with this label gets no tenants. */
const PLACES = ['node.labels.ru.ostatok.tenants != no'];

export type Role = 'main' | 'beside' | 'aside';

export interface SecretRef {
  id: string;
  name: string;
}

export interface ServicePlace {
  installation: string;
  image: string;
  secret: SecretRef;
}

/** The engine expands templates in the environment, which tenants' own texts must not be. */
const escaped = (text: string): string => text.replaceAll('{{', '{{"{{"}}');

/** A tenant stands by for as long as its service is beside another: one that the swarm brings back later does not. */
const whileBeside = (value: string): string =>
  `{{if eq (index .Service.Labels "${LABEL.role}") "beside"}}${escaped(value)}{{end}}`;

const environment = (spec: TenantSpec): string[] =>
  Object.entries(environmentOf({ ...spec, env: { STANDBY: 'true', ...spec.env } }, `/run/secrets/${SECRETS_NAME}`)).map(
    ([name, value]) => `${name}=${name === 'STANDBY' ? whileBeside(value) : escaped(value)}`,
  );

type TaskTemplate = NonNullable<ServiceSpec['TaskTemplate']>;

function taskTemplate(spec: TenantSpec, { installation, image, secret }: ServicePlace): TaskTemplate {
  const limits = {
    MemoryBytes: spec.limits.memoryMb * MB,
    NanoCPUs: spec.limits.cpuPercent * NANO_CPUS_PER_PERCENT,
    Pids: spec.limits.tasks,
  };
  return {
    ContainerSpec: {
      Image: image,
      Command: programCommand,
      Env: environment(spec),
      User: `${USER}:${USER}`,
      ReadOnly: true,
      CapabilityDrop: ['ALL'],
      // engines before 24 don't know it and ignore it; without capabilities there is little to gain
      Privileges: { NoNewPrivileges: true } as Dockerode.Privileges,
      Mounts: [{ Type: 'tmpfs', Source: '', Target: '/tmp', TmpfsOptions: { SizeBytes: TMP_MB * MB, Mode: 0o1777 } }],
      Secrets: [
        {
          SecretID: secret.id,
          SecretName: secret.name,
          File: { Name: SECRETS_NAME, UID: USER, GID: USER, Mode: 0o400 },
        },
      ],
      // the image's own check is for people, and so slow that the swarm would wait for it
      HealthCheck: { Test: ['NONE'] },
      Ulimits: ULIMITS,
      StopGracePeriod: STOP_LIMIT_MS * NS_PER_MS,
      // lists of tasks are asked for by them
      Labels: { [LABEL.installation]: installation, [LABEL.tenant]: spec.id },
    },
    Resources: { Limits: limits, Reservations: { MemoryBytes: Math.min(RESERVED_MB, spec.limits.memoryMb) * MB } },
    RestartPolicy: RESTARTS,
    Placement: { Constraints: PLACES },
    LogDriver: { Name: 'local', Options: LONGEST_LOG },
  };
}

/**
 * Returns what the swarm is asked for: one task of the tenant on any machine, reached at a port that its machine
 * chooses. Inspecting it shows no secret.
 */
export function serviceOptions(
  spec: TenantSpec,
  place: ServicePlace,
  { name, role, generation }: { name: string; role: Role; generation: number },
): ServiceSpec {
  const made = taskTemplate(spec, place);
  return {
    Name: name,
    Labels: {
      [LABEL.installation]: place.installation,
      [LABEL.tenant]: spec.id,
      [LABEL.release]: spec.release,
      [LABEL.spec]: fingerprintOf(made),
      [LABEL.role]: role,
      [LABEL.generation]: String(generation),
    },
    TaskTemplate: made,
    Mode: { Replicated: { Replicas: 1 } },
    // what fails is stopped or taken back by the platform
    UpdateConfig: { Parallelism: 0, Order: 'stop-first', FailureAction: 'continue' },
    EndpointSpec: {
      Mode: 'dnsrr',
      Ports: [{ Protocol: 'tcp', TargetPort: TENANT_PORT, PublishMode: 'host' }],
    },
  };
}
