import type { FiledEndpoint } from '@hookwell/core/rules/files';
import { defineCommand, type Surroundings } from '../command-line/command.ts';
import { CommandFailure, UsageError } from '../command-line/outcome.ts';
import type { AppliedEndpoint } from '../endpoint-setup/apply-changes.ts';
import { confirm, readTextFile, yesOption } from '../input/input.ts';
import { jsonLine, textTable, visible } from '../output/text.ts';
import { connect, serviceOptions } from '../service/connect.ts';
import { receiveUrl } from '../service/endpoints.ts';
import { serviceFailureSentence } from '../service/service-failure.ts';

const name = 'apply';

export const applyCommand = defineCommand({
  name,
  summary: 'Make the endpoints that a file describes, and bring their settings up to date.',
  details: [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the form of a reference
    'The file, in YAML or JSON, has endpoints with names and settings; ${NAME} in its texts comes from the environment',
    '(docs/as-code.md). What is there already stays as it is, so a second run changes nothing. Nothing is removed',
    'without --prune. What changes in the settings is told on standard error, without secrets.',
  ].join('\n'),
  operands: {
    file: { placeholder: 'FILE', description: 'The file; "-" is standard input.' },
  },
  options: {
    json: { type: 'flag', description: 'Print JSON, one line for each endpoint.' },
    env: { type: 'flag', description: 'Print NAME_URL=URL, one line for each endpoint.' },
    'dry-run': {
      type: 'flag',
      description: 'Change nothing, and tell what would be changed.',
    },
    prune: {
      type: 'flag',
      description: 'Delete the endpoints that the file does not name, with all they captured.',
    },
    yes: yesOption,
    ...serviceOptions,
  },
  exclusive: ['json', 'env'],
  examples: [
    'hookwell apply hookwell.yaml',
    'hookwell apply hookwell.yaml --dry-run',
    'hookwell apply hookwell.yaml --env >> "$GITHUB_ENV"',
    'hookwell apply hookwell.yaml --prune --yes --json',
  ],
  async run({ file, json, env, prune: isPruned, yes, 'dry-run': isDry, ...service }, world) {
    if (isDry && env) throw new UsageError('Options --dry-run and --env exclude each other', name);
    const described = await describedEndpoints(file, world);
    // Loaded here, so that help answers without them.
    const { applyChanges, checkRoom, expectedChanges, plannedChanges, variableNames } =
      await import('../endpoint-setup/apply-changes.ts');
    const { differenceLines } = await import('../endpoint-setup/differences.ts');
    const tell = ({ name, differences }: Pick<AppliedEndpoint, 'name' | 'differences'>) => {
      if (json || differences === undefined) return;
      for (const line of [`${visible(name)}:`, ...differenceLines(differences)]) world.note(line);
    };
    const variables = env ? variableNames(described) : undefined;
    const client = await connect(service, world);
    const signal = world.interruption();
    const [changes, { receiveBaseUrl }] = await Promise.all([
      plannedChanges(described, client, signal),
      client.service.get({ signal }),
    ]);
    await checkRoom(changes, isPruned, client, signal);
    if (isDry) {
      const expected = [...expectedChanges(changes, isPruned)].map(({ token, ...endpoint }) => ({
        ...endpoint,
        ...(token !== undefined && { token, url: receiveUrl(receiveBaseUrl, { token }) }),
      }));
      for (const endpoint of expected) {
        tell(endpoint);
        if (json) world.print(jsonLine(endpoint));
      }
      if (!json) world.print(tableOf(expected));
      for (const { described, isUncertain } of changes.endpoints) {
        if (isUncertain) world.note(`${visible(described.name)}: ${uncertainty}`);
      }
      return world.note('Nothing was changed');
    }
    if (isPruned && changes.others.length > 0) await confirmRemoval(changes.others, yes, world);
    const done: AppliedEndpoint[] = [];
    const withUrl = (endpoint: AppliedEndpoint) => {
      return { ...endpoint, url: receiveUrl(receiveBaseUrl, endpoint) };
    };
    try {
      for await (const endpoint of applyChanges(changes, { isPruned, client, signal })) {
        done.push(endpoint);
        tell(endpoint);
        const variable = variables?.get(endpoint.name);
        if (json) world.print(jsonLine(withUrl(endpoint)));
        else if (variable !== undefined) world.print(`${variable}=${withUrl(endpoint).url}`);
      }
    } catch (error) {
      throw withWhatWasDone(error, done);
    } finally {
      if (!json && !env && done.length > 0) world.print(tableOf(done.map(withUrl)));
    }
  },
});

const uncertainty =
  'a secret with the hint of the one before is compared by the service once it gets it';

/** @throws {CommandFailure} if the file cannot be read, or has a fault: the sentence names its place */
async function describedEndpoints(
  file: string,
  world: Surroundings,
): Promise<readonly FiledEndpoint[]> {
  const text = await readTextFile(file, world);
  const { readEndpointsFile, SetupError } = await import('@hookwell/core/rules/files');
  try {
    return readEndpointsFile(text, world.environment);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    throw new CommandFailure(`${file === '-' ? 'Standard input' : file}: ${error.message}`, {
      cause: error,
    });
  }
}

async function confirmRemoval(
  others: readonly { badgeName: string }[],
  yes: boolean,
  world: Surroundings,
): Promise<void> {
  const names = others.map(({ badgeName }) => JSON.stringify(badgeName)).join(', ');
  const question = `Delete with all they captured: ${names}?`;
  await confirm(question, { yes }, world, name);
}

/** The failure, which also tells what was changed before it. */
function withWhatWasDone(error: unknown, done: readonly AppliedEndpoint[]): unknown {
  const changed = done.filter(({ change }) => change !== 'unchanged').length;
  const sentence = error instanceof CommandFailure ? error.message : serviceFailureSentence(error);
  if (sentence === undefined || changed === 0) return error;
  const endpoints = changed === 1 ? '1 endpoint was' : `${changed} endpoints were`;
  return new CommandFailure(`${sentence} (${endpoints} changed before; a second run goes on)`, {
    cause: error,
  });
}

function tableOf(
  endpoints: readonly (Pick<AppliedEndpoint, 'name' | 'change'> & { url?: string })[],
): string {
  const rows = endpoints.map(({ name, change, url }) => [name, change, url ?? '-']);
  return textTable(['NAME', 'CHANGE', 'URL'], rows);
}
