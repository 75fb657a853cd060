import type { Endpoint, HookwellClient } from '@hookwell/client';
import { defineCommand, type Surroundings } from '../command-line/command.ts';
import { UsageError } from '../command-line/outcome.ts';
import { confirm, readTextFile, yesOption } from '../input/input.ts';
import { jsonLine, quotedWord, textTable, visible, visibleJson } from '../output/text.ts';
import { connect, serviceOptions } from '../service/connect.ts';
import {
  connectToEndpoint,
  createEndpoint,
  createKeepingEndpoint,
  endpointTitle,
  receiveUrl,
  shownTokens,
  tokenOperand,
} from '../service/endpoints.ts';
import { connectOrBeGuest } from '../service/log-in.ts';
import { noEndpoint, orNotFound } from '../service/not-found.ts';

const json = { type: 'flag', description: 'Print JSON, one line for each endpoint.' } as const;

const list = defineCommand({
  name: 'endpoints list',
  summary: 'List your endpoints, oldest first.',
  options: { json, ...serviceOptions },
  examples: ['hookwell endpoints list', 'hookwell endpoints list --json'],
  async run({ json, ...service }, world) {
    const client = await connect(service, world);
    const [endpoints, { receiveBaseUrl }] = await Promise.all([
      client.endpoints.list(),
      client.service.get(),
    ]);
    const withUrl = endpoints.map((endpoint) => ({
      ...withName(endpoint),
      url: receiveUrl(receiveBaseUrl, endpoint),
    }));
    if (json) {
      for (const endpoint of withUrl) world.print(jsonLine(endpoint));
      return;
    }
    if (endpoints.length === 0) {
      const team = service.team === undefined ? '' : ` --team ${quotedWord(service.team)}`;
      return world.note(`There is no endpoint yet: "hookwell endpoints create${team}" makes one`);
    }
    const rows = withUrl.map(({ badgeName, createdAt, url }) => [badgeName, createdAt, url]);
    world.print(textTable(['NAME', 'CREATED', 'URL'], rows));
  },
});

const create = defineCommand({
  name: 'endpoints create',
  summary: 'Create an endpoint and print its receive URL.',
  details: 'If nobody is logged in, it makes you a guest of the service, and says so.',
  meantBy: (word) => `--name ${shownName(word)}`,
  options: {
    'keep-x-headers': {
      type: 'flag',
      description: 'Have it keep headers whose names begin with X-, all but secrets.',
    },
    name: {
      type: 'text',
      placeholder: 'NAME',
      description: 'Its name, 1 to 100 characters; else the first 8 characters of its token.',
    },
    json: { type: 'flag', description: 'Print one line of JSON.' },
    ...serviceOptions,
  },
  examples: ['hookwell endpoints create', 'URL=$(hookwell endpoints create --name "Shop orders")'],
  async run({ name, json, 'keep-x-headers': keepsXHeaders, ...service }, world) {
    if (name !== undefined) checkName(name, 'Option --name', 'endpoints create');
    const { client } = await connectOrBeGuest(service, world);
    const { endpoints } = client;
    const created = await (keepsXHeaders ? createKeepingEndpoint : createEndpoint)(client);
    if (name === undefined) return world.print(json ? jsonLine(created) : created.url);
    try {
      const named = await endpoints.rename(created.token, name);
      await noteSameName(name, client, world);
      world.print(json ? jsonLine({ ...withName(named), url: created.url }) : created.url);
    } catch (error) {
      // The user did not ask for an endpoint with another name.
      await endpoints.delete(created.token);
      throw error;
    }
  },
});

const rename = defineCommand({
  name: 'endpoints rename',
  summary: 'Give an endpoint another name.',
  operands: {
    token: tokenOperand,
    name: { placeholder: 'NAME', description: '1 to 100 characters.' },
  },
  options: serviceOptions,
  examples: ['hookwell endpoints rename 0h2v8q6c1d7x5m3k9r4t8w2y6b "Shop orders"'],
  async run({ token: text, name, ...service }, world) {
    checkName(name, 'NAME', 'endpoints rename');
    const { client, token } = await connectToEndpoint(text, service, world);
    await orNotFound(client.endpoints.rename(token, name), noEndpoint(token));
    world.note(`The endpoint ${token} has the name ${shownName(name)} now`);
    await noteSameName(name, client, world);
  },
});

const remove = defineCommand({
  name: 'endpoints delete',
  summary: 'Delete an endpoint with all its captured requests.',
  details: 'Its receive URL stops at once.',
  operands: { token: tokenOperand },
  options: { yes: yesOption, ...serviceOptions },
  examples: ['hookwell endpoints delete 0h2v8q6c1d7x5m3k9r4t8w2y6b'],
  async run({ token: text, yes, ...service }, world) {
    const { client, token } = await connectToEndpoint(text, service, world);
    const title = endpointTitle(text, token);
    const question = `Delete the endpoint ${title} with all it captured?`;
    await confirm(question, { yes }, world, 'endpoints delete');
    await orNotFound(client.endpoints.delete(token), noEndpoint(token));
    world.note(`Deleted the endpoint ${title} with all it captured`);
  },
});

const regenerate = defineCommand({
  name: 'endpoints regenerate',
  summary: 'Delete all your endpoints, create a new one and print its receive URL.',
  details: 'Their captured requests are deleted as well. Their receive URLs stop at once.',
  options: {
    yes: yesOption,
    json: { type: 'flag', description: 'Print one line of JSON.' },
    ...serviceOptions,
  },
  examples: ['hookwell endpoints regenerate', 'URL=$(hookwell endpoints regenerate --yes)'],
  async run({ yes, json, ...service }, world) {
    const { endpoints } = await connect(service, world);
    const { length } = await endpoints.list();
    const all = length === 1 ? 'your only endpoint' : `all your ${length} endpoints`;
    const question = `Delete ${all} with everything captured, and create a new one?`;
    await confirm(question, { yes }, world, 'endpoints regenerate');
    const created = await endpoints.regenerate();
    world.note(`Deleted ${all} with everything captured`);
    world.print(json ? jsonLine(created) : created.url);
  },
});

/** The command calls it a name everywhere; `badgeName` is the API's word for it, and stays for scripts. */
function withName(endpoint: Endpoint): Endpoint & { name: string } {
  const { id, token, createdAt, badgeName } = endpoint;
  return { id, name: badgeName, token, createdAt, badgeName };
}

/** Tells that commands cannot name the endpoint by its name, because another one has it too. */
async function noteSameName(
  name: string,
  { endpoints }: HookwellClient,
  { note }: Surroundings,
): Promise<void> {
  const same = (await endpoints.list()).filter(({ badgeName }) => badgeName === name);
  if (same.length < 2) return;
  note(
    `${same.length} endpoints have the name ${shownName(name)}: commands take each by its token alone, ${shownTokens(same)}`,
  );
}

function shownName(name: string): string {
  return visible(JSON.stringify(name));
}

/** The service would refuse it as well, but speaks of a `badgeName`. */
function checkName(name: string, title: string, command: string): void {
  const { length } = [...name];
  if (length <= 100) return;
  throw new UsageError(`${title} must have at most 100 characters`, command);
}

export const endpointsCommands = [list, create, rename, remove, regenerate];

const name = 'endpoints settings';

export const endpointsSettings = defineCommand({
  name,
  summary: 'Show, set or edit what an endpoint replies.',
  details: [
    '"get" prints the settings as JSON, "set" takes them from a file in JSON or YAML ("-": standard input), "edit" opens',
    'them in $VISUAL or $EDITOR and puts them back. They are checked before they are sent, and an error is named with its',
    'place. "set" replaces all settings and prints what changed; with --merge only the members that the file has at its top are',
    'replaced, and the others stay. Empty settings ({}) make the endpoint acknowledge every request (docs/replies.md). {"xHeaders": "keep"} keeps headers',
    'whose names begin with X- of what arrives afterwards.',
  ].join('\n'),
  operands: {
    task: { placeholder: 'TASK', description: 'get, set or edit.', oneOf: ['get', 'set', 'edit'] },
    token: tokenOperand,
    file: {
      placeholder: 'FILE',
      description: 'With set: the file with the settings; "-" is standard input.',
      optional: true,
    },
  },
  options: {
    merge: {
      type: 'flag',
      description: 'With set: keep the members of the settings that the file does not have.',
    },
    json: { type: 'flag', description: 'Print one line of JSON.' },
    ...serviceOptions,
  },
  examples: [
    'hookwell endpoints settings get 0h2v8q6c1d7x5m3k9r4t8w2y6b',
    'hookwell endpoints settings set 0h2v8q6c1d7x5m3k9r4t8w2y6b replies.yaml',
    `echo '{"xHeaders":"keep"}' | hookwell endpoints settings set 0h2v8q6c1d7x5m3k9r4t8w2y6b - --merge`,
    `echo '{"replies":[{"status":503}]}' | hookwell endpoints settings set 0h2v8q6c1d7x5m3k9r4t8w2y6b -`,
    'hookwell endpoints settings edit 0h2v8q6c1d7x5m3k9r4t8w2y6b',
  ],
  async run({ task, token: text, file, merge, json, ...service }, world) {
    if (task === 'set' && file === undefined) throw new UsageError('FILE is missing', name);
    if (task !== 'set' && merge) throw new UsageError('Only set takes --merge', name);
    if (task !== 'set' && file !== undefined) throw new UsageError(`Unexpected "${file}"`, name);
    const { editSettings, setSettings, settingsOf, settingsText } = await import(
      '../endpoint-setup/settings.ts'
    );
    const given =
      file === undefined
        ? undefined
        : await settingsOf(await readTextFile(file, world), file === '-' ? 'Standard input' : file);
    const { client, token } = await connectToEndpoint(text, service, world);
    const calls = client.endpoints.settings(token);
    const known = <Result>(call: Promise<Result>) => orNotFound(call, noEndpoint(token));
    if (task === 'edit') {
      const isChanged = await known(editSettings(calls, world));
      return world.note(isChanged ? 'The settings are changed' : 'Nothing was changed');
    }
    if (given !== undefined) {
      const { settings, lines } = await known(setSettings(calls, given, { merge }));
      for (const line of lines) world.note(line);
      return json ? world.print(jsonLine(settings)) : undefined;
    }
    const settings = await known(calls.get());
    await world.write(json ? `${jsonLine(settings)}\n` : visibleJson(settingsText(settings)));
  },
});
