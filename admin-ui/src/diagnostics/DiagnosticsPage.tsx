import './diagnostics.css';
import { Button, Tab, Tabs } from '@mui/material';
import { useSearchParams } from 'react-router';
import { DiskTab } from './DiskTab.tsx';
import { Figures } from './Figures.tsx';
import { useDisk, useSecurity, useStats } from './figures.ts';
import { useSuites } from './runs.ts';
import { SecurityTab } from './SecurityTab.tsx';
import { StatsTab } from './StatsTab.tsx';
import { TestsTab } from './TestsTab.tsx';
import { useStart } from './use-start.ts';

const tabs = [
  { key: 'tests', label: 'Тесты' },
  { key: 'stats', label: 'Статистика' },
  { key: 'disk', label: 'Дисковое пространство' },
  { key: 'security', label: 'Безопасность' },
] as const;
type TabKey = (typeof tabs)[number]['key'];

function useTab(): [TabKey, (tab: TabKey) => void] {
  const [params, setParams] = useSearchParams();
  const tab = tabs.find(({ key }) => key === params.get('tab'))?.key ?? 'tests';
  return [tab, (next) => setParams(next === 'tests' ? {} : { tab: next }, { replace: true })];
}

/** Whether the platform works, its statistics, its disk usage and its security findings. */
export default function DiagnosticsPage() {
  const [tab, setTab] = useTab();
  const found = useSuites();
  const start = useStart();
  const stats = useStats(tab === 'stats');
  const disk = useDisk(tab === 'disk');
  const security = useSecurity(tab === 'security');
  /** A tab that was loaded before is reloaded when it is opened again. */
  const show = (next: TabKey, { isFetched, refetch }: { isFetched: boolean; refetch: () => unknown }): void => {
    if (isFetched) void refetch();
    setTab(next);
  };
  return (
    <div className="page">
      <header className="test-title">
        <h1>Диагностика</h1>
        <Button
          variant="contained"
          disabled={found.isRunning || start.isStarting('')}
          onClick={() => {
            setTab('tests');
            void start.run();
          }}
        >
          Запустить все тесты
        </Button>
        <Button variant="outlined" disabled={stats.isFetching} onClick={() => show('stats', stats)}>
          Получить статистику
        </Button>
        <Button variant="outlined" disabled={disk.isFetching} onClick={() => show('disk', disk)}>
          Анализ диска
        </Button>
        <Button variant="outlined" disabled={security.isFetching} onClick={() => show('security', security)}>
          Проверить безопасность
        </Button>
      </header>
      <Tabs
        value={tab}
        onChange={(_event, next: TabKey) => setTab(next)}
        variant="scrollable"
        scrollButtons={false}
        aria-label="Диагностика"
      >
        {tabs.map(({ key, label }) => (
          <Tab key={key} value={key} label={label} id={`tab-${key}`} aria-controls="tab-panel" />
        ))}
      </Tabs>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`} className="test-panel">
        {tab === 'tests' && <TestsTab found={found} start={start} />}
        {tab === 'stats' && (
          <Figures found={stats} failed="Ошибка при загрузке статистики" waiting="Собираем статистику…">
            {(data) => <StatsTab stats={data} />}
          </Figures>
        )}
        {tab === 'disk' && (
          <Figures found={disk} failed="Ошибка при анализе диска" waiting="Считаем занятое место…">
            {(data) => <DiskTab disk={data} />}
          </Figures>
        )}
        {tab === 'security' && (
          <Figures found={security} failed="Ошибка при проверке безопасности" waiting="Проверяем безопасность…">
            {(data) => <SecurityTab report={data} />}
          </Figures>
        )}
      </div>
    </div>
  );
}
