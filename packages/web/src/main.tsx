import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './routes.tsx';
import { queryClient, serviceQuery } from './service/client.ts';
import { followOtherTabs } from './session/other-tabs.ts';
import { sessionQuery } from './session/session.ts';
import { touchEndpoint } from './session/start.ts';
import { onCopied } from './ui/copy-button.tsx';
import { loadParts } from './ui/lazy-part.tsx';
import { namePartNotLoaded, toastFromLastPage } from './ui/toasts.tsx';
import './ui/styles.css';

/** The page waits so long for its first answers before it shows that it is loading. Until then the document's frame is there. */
const patienceMs = 3000;

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the dashboard');
namePartNotLoaded();
followOtherTabs();
onCopied(touchEndpoint);
toastFromLastPage();
// The first view appears at once and complete: React delays each part that comes later by a third of a second. A
// top-level await would do the same, but then files that are loaded later could share nothing with this one.
const known = Promise.all([
  queryClient.prefetchQuery(sessionQuery),
  queryClient.prefetchQuery(serviceQuery),
]);
const enough = new Promise((resolve) => setTimeout(resolve, patienceMs));
void Promise.race([known, enough]).then(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
void loadParts();
