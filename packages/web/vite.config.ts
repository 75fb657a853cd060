import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bundledParts } from '../core/scripts/bundled-parts.ts';
import { noncePlace } from './scripts/documentation/document.ts';
import { documentation } from './scripts/documentation/plugin.ts';
import { firstPaint } from './scripts/first-paint.ts';
import { partsList } from './scripts/parts-list.ts';

/**
 * Builds the dashboard: three documents, since sending again and what is shared have security policies of their own, and the pages
 * of the documentation.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), documentation(), firstPaint, partsList, bundledParts],
  worker: { format: 'es' },
  // The service puts the nonce of each response in its place.
  html: { cspNonce: noncePlace },
  build: {
    target: 'baseline-widely-available',
    // Every file is a file: the page's security policy allows no `data:` addresses.
    assetsInlineLimit: 0,
    modulePreload: {
      // Every browser of the target knows `modulepreload`.
      polyfill: false,
      // A list of what later parts need would be loaded at every visit.
      resolveDependencies: (_part, chunks, { hostType }) => (hostType === 'html' ? chunks : []),
    },
    // The terms of the libraries inside go along wherever the build goes.
    license: { fileName: 'licences.txt' },
    rolldownOptions: {
      input: ['index.html', 'resend.html', 'share.html'].map(
        (name) => `${import.meta.dirname}/${name}`,
      ),
      output: {
        // React is of its own, so that a new version of the dashboard does not load it anew.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // Whole libraries are smaller than their parts. The other documents do without the router.
            {
              name: 'query',
              test: /node_modules[\\/](@tanstack[\\/](react-)?(store|query|query-core)|use-sync-external-store)[\\/]/,
            },
            { name: 'router', test: /[\\/]@tanstack[\\/](react-router|router-core|history)[\\/]/ },
            // What the first view and the other documents have in common is smaller in one file.
            {
              name: 'common',
              test: /[\\/](http[\\/](error|limit)|error-message|text[\\/]characters|pause-after|ui[\\/](controls|copy-button|format|icons|lazy-part|menu|toasts)|client[\\/]src[\\/](calls[\\/](requests|service)|stream[\\/]api-client)|teaching[\\/]forwarding|endpoints[\\/]settings-query|page-head)\.[jt]sx?$/,
            },
            { name: 'part-icons', test: /[\\/]ui[\\/]part-icons\.tsx$/ },
            // What rows and details of requests have in common.
            { name: 'badges', test: /badges?\.tsx$/ },
          ],
        },
      },
    },
  },
  server: {
    // `npm run dev:web` beside a running service.
    proxy: Object.fromEntries(
      ['/api', '/wh', '/docs', '/healthz'].map((path) => [path, 'http://127.0.0.1:8080']),
    ),
  },
});
