import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bundledParts } from '../senders/scripts/bundled-parts.ts';
import { noncePlace } from './scripts/documentation/document.ts';
import { documentation } from './scripts/documentation/plugin.ts';

/** Chunks that the documents themselves name: parts that come later need not name them again. */
const namedByDocuments =
  /\/(react|rolldown-runtime|router|query|store|icons|small|styles|session|feed|loopback)-[\w-]+\.js$/;

/**
 * Builds the dashboard: three documents, since sending again and what is shared have security policies of their own, and the pages
 * of the documentation.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), documentation(), bundledParts],
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
      resolveDependencies: (_part, chunks, { hostType }) =>
        hostType === 'html' ? chunks : chunks.filter((chunk) => !namedByDocuments.test(chunk)),
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
            // Whole libraries are smaller than their parts. The documents without router and queries load only the first.
            {
              name: 'store',
              test: /node_modules[\\/](@tanstack[\\/](react-)?store|use-sync-external-store)[\\/]/,
            },
            { name: 'router', test: /[\\/]@tanstack[\\/](react-router|router-core|history)[\\/]/ },
            { name: 'query', test: /[\\/]@tanstack[\\/](react-query|query-core)[\\/]/ },
            // The first view loads the former, and does without the latter.
            { name: 'icons', test: /[\\/]ui[\\/]icons?\.tsx$/ },
            { name: 'part-icons', test: /[\\/]ui[\\/]part-icons\.tsx$/ },
            // Small modules that every page has.
            {
              name: 'small',
              test: /[\\/](http[\\/](error|limit)|error-message|text[\\/]characters|pause-after|ui[\\/](button|copy-button|copy-text|format|kbd|lazy-part|menu|toasts|toasts-view))\.[jt]sx?$/,
            },
            // What the first view calls. The live stream needs a part of it too.
            {
              name: 'api-client',
              test: /client[\\/]src[\\/](calls[\\/](requests|service)|stream[\\/]api-client)\.ts$/,
            },
            // The first view has these, with the session and the feed that they use: all are smaller in one.
            {
              name: 'session',
              test: /[\\/](teaching[\\/]keep-choice|settings[\\/]keep-x-headers|endpoints[\\/]settings-query)\.tsx?$/,
            },
            // What rows and details of requests have in common.
            { name: 'badges', test: /-badge\.tsx$/ },
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
