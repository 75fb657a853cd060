import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Plugin } from 'rolldown';

/**
 * Gives each table of senders a copy of its own of their files. A bundler leaves out what nobody uses of a module, yet it puts
 * a module into one file as a whole: who loads the marks of senders would load their signature schemes as well.
 */
export const bundledParts: Plugin & { enforce: 'pre' } = {
  name: 'bundled-parts',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\/data\/[^/]+\.ts$/ },
    async handler(source, importer = '') {
      const file = await this.resolve(source, importer, { skipSelf: true });
      return file && { ...file, id: `${file.id}?${basename(importer, '.ts')}` };
    },
  },
  load: {
    filter: { id: /\/senders\/data\/[^/]+\.ts\?/ },
    handler: (id) => ({ code: readFileSync(id.replace(/\?.*/, ''), 'utf8'), moduleType: 'ts' }),
  },
};
