import { Button } from '@mui/material';
import type { EmailTemplateRow } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { Link } from 'react-router';
import { DataList } from '../list/DataList.tsx';
import { useRowTabIndex } from '../list/row-reach.ts';
import type { Column } from '../list/types.ts';
import { Badge } from '../ui/Badge.tsx';
import { dateText } from '../ui/texts.ts';
import { marketingActions, systemActions } from './template-actions.ts';
import { MARKETING_TEMPLATES, SYSTEM, templateAddress } from './texts.ts';

const Name = ({ id, name }: EmailTemplateRow) => (
  <Link
    to={templateAddress(id)}
    className="venue-link"
    tabIndex={useRowTabIndex()}
    onClick={(event) => event.stopPropagation()}
  >
    <span className="venue-link-name">{name}</span>
  </Link>
);

const State = ({ error, is_changed }: EmailTemplateRow) => {
  if (error) return <Badge tone="bad">Не отправляется</Badge>;
  return is_changed ? <Badge tone="warn">Изменено</Badge> : <Badge>Исходное</Badge>;
};

const name: Column<EmailTemplateRow> = {
  key: 'name',
  label: 'Название',
  sort: 'name',
  min: 200,
  grow: 2,
  render: (template) => <Name {...template} />,
  text: (template) => template.name,
};
const subject: Column<EmailTemplateRow> = {
  key: 'subject',
  label: 'Заголовок письма',
  sort: 'subject',
  min: 220,
  grow: 3,
  render: (template) => template.subject,
  text: (template) => template.subject,
};
const updated: Column<EmailTemplateRow> = {
  key: 'updated_at',
  label: 'Изменён',
  sort: 'updated_at',
  min: 110,
  grow: 0,
  render: ({ updated_at }) => dateText(updated_at),
  text: ({ updated_at }) => dateText(updated_at),
};

const systemColumns: Column<EmailTemplateRow>[] = [
  name,
  subject,
  {
    key: 'is_changed',
    label: 'Состояние',
    min: 150,
    grow: 0,
    render: (template) => <State {...template} />,
    text: ({ error, is_changed }) => error ?? (is_changed ? 'Изменено' : 'Исходное'),
  },
  updated,
];
const marketingColumns: Column<EmailTemplateRow>[] = [
  name,
  subject,
  {
    key: 'created_by_name',
    label: 'Автор',
    min: 140,
    render: ({ created_by_name }) => created_by_name ?? '—',
    text: ({ created_by_name }) => created_by_name,
  },
  updated,
];

const Card = (template: EmailTemplateRow) => (
  <>
    <div className="card-line">
      <Name {...template} />
      {template.is_system && <State {...template} />}
    </div>
    <div>{template.subject}</div>
    <div className="dim">
      {template.created_by_name && `${template.created_by_name} · `}изменён {dateText(template.updated_at)}
    </div>
  </>
);

const common = {
  resource: 'email-templates',
  card: Card,
  nameOf: (template: EmailTemplateRow) => template.name,
  search: 'Название или заголовок письма',
  actionsWidth: 90,
  nothingFound: 'Ни одного шаблона не нашлось',
  loadError: 'Ошибка загрузки шаблона',
  addressOf: ({ id }: EmailTemplateRow) => templateAddress(id),
};

const SYSTEM_ONLY = { is_system: true };
const MARKETING_ONLY = { is_system: false };

export const SystemTemplates = () => (
  <DataList<EmailTemplateRow>
    {...common}
    title="System templates"
    base={SYSTEM}
    columns={systemColumns}
    sort={{ field: 'name', order: 'ASC' }}
    fixed={SYSTEM_ONLY}
    actions={systemActions}
    above={
      <p className="email-note email-warning" role="note">
        Это письма, которые платформа отправляет сама. Изменение системного шаблона затронет всех пользователей.
      </p>
    }
    empty="Системных шаблонов нет"
  />
);

const CreateButton = () => (
  <Button component={Link} to={templateAddress('new')} variant="contained">
    Создать шаблон
  </Button>
);

export const MarketingTemplates = () => (
  <DataList<EmailTemplateRow>
    {...common}
    title="Marketing templates"
    base={MARKETING_TEMPLATES}
    columns={marketingColumns}
    sort={{ field: 'updated_at', order: 'DESC' }}
    fixed={MARKETING_ONLY}
    actions={marketingActions}
    buttons={<CreateButton />}
    above={<p className="email-note dim">Заготовки писем для рассылок.</p>}
    empty="Шаблонов пока нет. Создайте первый."
    firstStep={<CreateButton />}
  />
);
