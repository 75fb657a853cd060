/**
 * Writes the API description to docs/openapi.json. With `--check` it writes nothing and fails where the
 * file is not what the contract says.
 */
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { describeApi } from '../src/http/api-document.ts';

const file = new URL('../../../docs/openapi.json', import.meta.url);
const description = `${JSON.stringify(describeApi(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  await writeFile(file, description);
} else if ((await readFile(file, 'utf8').catch(() => undefined)) !== description) {
  console.error('docs/openapi.json is stale: run node packages/server/scripts/write-openapi.ts');
  process.exitCode = 1;
}
