import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SharePage } from './share-page.tsx';
import '../ui/styles.css';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element to show itself in');
createRoot(root).render(
  <StrictMode>
    <SharePage />
  </StrictMode>,
);
