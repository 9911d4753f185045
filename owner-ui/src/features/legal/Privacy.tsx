import markdown from '../../../../templates/legal/privacy.md?raw';
import { LegalPage } from './LegalPage.tsx';

export const Privacy = () => <LegalPage markdown={markdown} />;
