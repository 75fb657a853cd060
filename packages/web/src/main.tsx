import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { followOtherTabs } from './session/other-tabs.ts';
import { reloadAfterUpgrade } from './shell/reload-after-upgrade.ts';
import './styles.css';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the dashboard');
reloadAfterUpgrade();
followOtherTabs();
createRoot(root).render(<App />);
