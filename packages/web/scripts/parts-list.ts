import type { Plugin } from 'vite';

/** Adds `parts.json` to a build: the addresses of all scripts, which the dashboard loads while it is idle. */
export const partsList: Plugin = {
  name: 'parts-list',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    // Before that, some scripts are there that others take the place of.
    order: 'post',
    handler(_options, bundle) {
      const scripts = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const source = JSON.stringify(scripts.map(({ fileName }) => `/${fileName}`));
      this.emitFile({ type: 'asset', fileName: 'parts.json', source });
    },
  },
};
