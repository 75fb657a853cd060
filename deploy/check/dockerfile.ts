import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { problems, read, root } from './report.ts';

/** Checks the instructions, and that everything that they name exists. */
export function checkDockerfile(): void {
  const content = read('Dockerfile');
  for (const { message, range } of validate(content)) {
    problems.push(`Dockerfile: line ${range.start.line + 1}: ${message}`);
  }
  for (const [, name = ''] of content.matchAll(/^STOPSIGNAL (.+)$/gm)) {
    if (!(name in constants.signals)) problems.push(`Dockerfile: there is no signal ${name}`);
  }
  const stages = [...content.matchAll(/^FROM .+ AS (\S+)$/gm)].map(([, name]) => name);
  for (const [, words = ''] of content.matchAll(/^COPY (.+)$/gm)) {
    const stage = /--from=(\S+)/.exec(words)?.[1];
    if (stage !== undefined) {
      if (!stages.includes(stage)) problems.push(`Dockerfile: there is no stage ${stage}`);
      continue;
    }
    for (const source of words.split(' ').slice(0, -1)) {
      if (!existsSync(join(root, source)))
        problems.push(`Dockerfile: there is no ${source} to copy`);
    }
  }
}
