import markdown from '../../../../templates/legal/terms.md?raw';
import { LegalPage } from './LegalPage.tsx';

export const Terms = () => <LegalPage markdown={markdown} />;
