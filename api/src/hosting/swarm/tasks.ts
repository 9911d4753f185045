import { TENANT_PORT } from '../containers/container-options.ts';
import { type Engine, LABEL, labelled } from '../containers/engine.ts';

const NODES_KEPT_MS = 60_000;
/** States that a task never leaves. */
const OVER = ['complete', 'shutdown', 'failed', 'rejected', 'remove', 'orphaned'];
/** What the swarm wants of a task that it has not given up. */
const WANTED = ['running', 'ready', 'accepted', 'assigned', 'new', 'pending'];

interface RawTask {
  ID: string;
  ServiceID: string;
  NodeID?: string;
  CreatedAt: string;
  DesiredState: string;
  Spec: { ContainerSpec?: { Labels?: Record<string, string> } };
  Status: {
    State: string;
    Timestamp?: string;
    Err?: string;
    ContainerStatus?: { ExitCode?: number };
    PortStatus?: { Ports?: { TargetPort?: number; PublishedPort?: number }[] };
  };
}

interface RawNode {
  ID: string;
  Status: { State: string; Addr?: string };
  ManagerStatus?: { Addr?: string };
}

/** What the swarm knows of one run of a service. */
export interface Task {
  id: string;
  service: string;
  tenant: string;
  node: string | undefined;
  /** Like `running`, `failed` or `complete`, as it was last heard of. */
  state: string;
  /** Whether it runs or is about to, and the swarm has not given it up. */
  isLive: boolean;
  /** Whether its machine may still have something of it. */
  mayRun: boolean;
  exitCode: number;
  error: string | undefined;
  port: number | undefined;
  createdAt: Date;
}

function parsed({ ID, ServiceID, NodeID, CreatedAt, DesiredState, Spec, Status }: RawTask): Task {
  const isOver = OVER.includes(Status.State);
  return {
    id: ID,
    service: ServiceID,
    tenant: Spec.ContainerSpec?.Labels?.[LABEL.tenant] ?? '',
    node: NodeID || undefined,
    state: Status.State,
    isLive: !isOver && WANTED.includes(DesiredState),
    mayRun: !isOver,
    exitCode: Status.ContainerStatus?.ExitCode ?? 0,
    error: Status.Err || undefined,
    port: Status.PortStatus?.Ports?.find(({ TargetPort }) => TargetPort === TENANT_PORT)?.PublishedPort,
    createdAt: new Date(CreatedAt),
  };
}

/** The tasks of this installation's services, and where they are reached. */
export function createTasks({ docker, installation }: Engine) {
  let nodes = new Map<string, RawNode>();
  let nodesReadAt = Number.NEGATIVE_INFINITY;

  async function list(filters: object): Promise<Task[]> {
    const found = ((await docker.listTasks({ filters })) as RawTask[]).map(parsed);
    return found.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  }

  async function readNodes(): Promise<void> {
    nodes = new Map(((await docker.listNodes()) as RawNode[]).map((node) => [node.ID, node]));
    nodesReadAt = performance.now();
  }

  async function addressOf(node: string): Promise<string | undefined> {
    if (!nodes.has(node) || performance.now() - nodesReadAt > NODES_KEPT_MS) await readNodes();
    const { Status, ManagerStatus } = nodes.get(node) ?? {};
    // a manager may not know its own address but as its peers do
    const isKnown = Status?.Addr && Status.Addr !== '0.0.0.0';
    return isKnown ? Status.Addr : ManagerStatus?.Addr?.replace(/:\d+$/, '');
  }

  return {
    /** Lists the tasks of the service that are kept, the newest first. */
    ofService: (id: string): Promise<Task[]> => list({ service: [id] }),
    /** Lists the tasks that run or are about to. */
    listLive: async (): Promise<Task[]> =>
      (
        await list({
          ...labelled({ [LABEL.installation]: installation }),
          'desired-state': ['running', 'ready'],
        })
      ).filter(({ isLive }) => isLive),
    listAll: (): Promise<Task[]> => list(labelled({ [LABEL.installation]: installation })),
    async endpointOf({ node, port }: Task): Promise<string | undefined> {
      const address = node && port ? await addressOf(node) : undefined;
      if (!address) return undefined;
      return `http://${address.includes(':') && !address.startsWith('[') ? `[${address}]` : address}:${port}`;
    },
    /** Whether the machine answers the swarm; one that does not can end nothing. */
    async isReachable(node: string): Promise<boolean> {
      await readNodes();
      return nodes.get(node)?.Status.State === 'ready';
    },
  };
}
export type Tasks = ReturnType<typeof createTasks>;
