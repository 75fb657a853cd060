import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../../server/test/start-server.ts';
import { credentialsFor } from './credentials.ts';
import { Project, run } from './installed-package.ts';

/** The Node that runs this, and supported ones of other versions on the PATH. */
function nodes(): string[] {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const found = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  const byVersion = new Map([[process.versions.node, process.execPath]]);
  for (const program of found.filter((each) => existsSync(each))) {
    const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1);
    if (Number.parseInt(version, 10) >= 20 && !byVersion.has(version)) {
      byVersion.set(version, program);
    }
  }
  return [...byVersion.values()];
}

test('the built package serves plain JavaScript in every Node at hand', async () => {
  await using server = await startServer();
  const environment = await credentialsFor(server);
  using project = new Project();
  copyFileSync(join(import.meta.dirname, 'script.js'), join(project.folder, 'script.mjs'));
  for (const node of nodes()) {
    const { code, output } = await run(project.folder, [node, 'script.mjs'], environment);
    expect(output).toMatch(/^\{.*\}\n$/);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toEqual({
      version: expect.stringMatching(/^\d+\./),
      sameBody: true,
      seen: true,
      miss: 'No request is stored that should match method:PUT.',
      terms: 1,
      types: expect.stringMatching(/^export interface AB \{\n +a\?: null;\n\}\n$/m),
      pinned: { type: 'object', properties: { a: {} }, additionalProperties: false },
      gone: 404,
    });
  }
});
