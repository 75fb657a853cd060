import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { queryClient } from './service/queries.ts';
import { serviceQuery } from './service/service.ts';
import { followOtherTabs } from './session/other-tabs.ts';
import { principalQuery } from './session/session.ts';
import { reloadAfterUpgrade } from './shell/reload-after-upgrade.ts';
import './styles.css';

/** How long nothing is shown before the page says that it is loading, in milliseconds. */
const patience = 500;

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the dashboard');
reloadAfterUpgrade();
followOtherTabs();
// Shown at once with what it needs: React holds back what comes in parts, by a third of a second each. (Not by a
// top-level await: whatever is loaded later could share nothing with this file then.)
const known = Promise.all([
  queryClient.prefetchQuery(principalQuery),
  queryClient.prefetchQuery(serviceQuery),
]);
const enough = new Promise((resolve) => setTimeout(resolve, patience));
void Promise.race([known, enough]).then(() => createRoot(root).render(<App />));
