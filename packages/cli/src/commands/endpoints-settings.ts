import { defineCommand } from '../command-line/command.ts';
import { UsageError } from '../command-line/outcome.ts';
import { readTextFile } from '../input/input-file.ts';
import { jsonLine } from '../output/json-text.ts';
import { visibleJson } from '../output/visible.ts';
import { connect, serviceOptions } from '../service/connect.ts';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import { endpointToken, tokenOperand } from '../service/receive-addresses.ts';

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
    const { settingsOf, settingsText } = await import('../endpoint-setup/settings-text.ts');
    const given =
      file === undefined
        ? undefined
        : await settingsOf(await readTextFile(file, world), file === '-' ? 'Standard input' : file);
    const client = await connect(service, world);
    const token = await endpointToken(text, client);
    const calls = client.endpoints.settings(token);
    const known = <Result>(call: Promise<Result>) => orNotFound(call, noEndpoint(token));
    if (task === 'edit') {
      const { editSettings } = await import('../endpoint-setup/edit-settings.ts');
      const isChanged = await known(editSettings(calls, world));
      return world.note(isChanged ? 'The settings are changed' : 'Nothing was changed');
    }
    if (given !== undefined) {
      const { setSettings } = await import('../endpoint-setup/set-settings.ts');
      const { settings, lines } = await known(setSettings(calls, given, { merge }));
      for (const line of lines) world.note(line);
      return json ? world.print(jsonLine(settings)) : undefined;
    }
    const settings = await known(calls.get());
    await world.write(json ? `${jsonLine(settings)}\n` : visibleJson(settingsText(settings)));
  },
});
