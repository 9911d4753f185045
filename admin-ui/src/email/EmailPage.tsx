import './email.css';
import { type ComponentType, lazy } from 'react';
import { useLocation } from 'react-router';
import { SubTabs } from '../ui/SubTabs.tsx';
import { CampaignForm } from './CampaignForm.tsx';
import { CampaignList } from './CampaignList.tsx';
import { MarketingTemplates, SystemTemplates } from './TemplateLists.tsx';
import { CAMPAIGNS, MARKETING_TEMPLATES, SYSTEM } from './texts.ts';

/** The template page, which contains the editor, is loaded only when a template is opened. */
const TemplatePage = lazy(() => import('./TemplatePage.tsx'));

const parts: Record<string, ComponentType> = {
  system: SystemTemplates,
  marketing: MarketingTemplates,
  new: CampaignForm,
};

/** Campaigns, and the templates of the letters that the platform and its administrators send. */
export default function EmailPage() {
  const { pathname } = useLocation();
  const [, , , part = '', id] = pathname.split('/');
  if (part === 'templates' && id) return <TemplatePage key={id} id={id} />;
  const Part = parts[part] ?? CampaignList;
  const isTemplates = part === 'system' || part === 'marketing';
  return (
    <div className="tabbed-page">
      <SubTabs
        label="Email Marketing"
        tabs={[
          { to: CAMPAIGNS, label: 'Marketing campaigns', isActive: !isTemplates },
          { to: SYSTEM, label: 'System templates', isActive: part === 'system' },
          { to: MARKETING_TEMPLATES, label: 'Marketing templates', isActive: part === 'marketing' },
        ]}
      />
      <Part key={part} />
    </div>
  );
}
