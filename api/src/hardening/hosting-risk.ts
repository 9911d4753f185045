import type { Finding } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import type { Hosting } from '@ostatok/api/contract/hosting.ts';
import type { PlatformEnv } from '../config.ts';
import { type ConfinementTools, findTools } from '../hosting/confinement.ts';
import { hostingsOf } from '../hosting/hosting.ts';

const notIsolated: Finding = {
  id: 'hosting',
  level: 'unsafe',
  message:
    'Нет изоляции: процессы заведений работают от того же пользователя, что и платформа, и могут читать её ключи',
  advice: 'Запускайте платформу от root: она откажется от этих прав сама, а заведениям даст своих пользователей',
};

const notConfined: Finding = {
  id: 'hosting_limits',
  level: 'warning',
  message: 'Процессы заведений ничем не ограничены: не найдены программы setpriv и prlimit',
  advice: 'Установите их: apt-get install util-linux — и перезапустите платформу',
};

const notGrouped: Finding = {
  id: 'hosting_groups',
  level: 'warning',
  message: 'Память ограничена у каждого процесса, но не у заведения целиком: группы процессов (cgroup) недоступны',
  advice:
    'Добавьте Delegate=yes в службу systemd, как в docs/deploy.md, и перезапустите её. Если он там есть, групп не даёт сама машина: так бывает в контейнере',
};

const machineOpen: Finding = {
  id: 'hosting',
  level: 'unsafe',
  message: 'Контейнеры заведений достают до всех служб этой машины: закрыть их от контейнеров может один root',
  advice: 'Запускайте платформу от root: она закроет машину и откажется от этих прав сама',
};

const engineIsRemote: Finding = {
  id: 'hosting_engine',
  level: 'warning',
  message: 'Движок контейнеров отвечает по сети: кто до него достанет, тот и root на его машине',
  advice: 'Задайте DOCKER_HOST=unix:///var/run/docker.sock',
};

const engineRisk = (dockerHost: string): Finding | undefined =>
  dockerHost.startsWith('unix:') ? undefined : engineIsRemote;

interface Machine {
  uid: number | undefined;
  tools?: ConfinementTools;
  hasControlGroups?: boolean;
}

function processesRisk({ uid, tools = findTools(), hasControlGroups = true }: Machine): Finding | undefined {
  if (uid !== 0) return notIsolated;
  if (!tools.setpriv || !tools.prlimit) return notConfined;
  return hasControlGroups ? undefined : notGrouped;
}

/** Returns what is missing in the isolation of tenants from the platform, each other and the machine. */
export function hostingRisk(
  config: Pick<PlatformEnv, 'HOSTING' | 'HOSTING_BEFORE' | 'DOCKER_HOST'>,
  machine: Machine,
): Finding | undefined {
  const riskOf = (hosting: Hosting): Finding | undefined => {
    if (hosting === 'process') return processesRisk(machine);
    // machines of a swarm are closed by whoever runs them
    return hosting === 'docker' && machine.uid !== 0 ? machineOpen : engineRisk(config.DOCKER_HOST);
  };
  const risks = hostingsOf(config).map(riskOf);
  return risks.find((risk) => risk?.level === 'unsafe') ?? risks.find(Boolean);
}
