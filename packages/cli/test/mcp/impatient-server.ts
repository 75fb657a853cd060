import { HookwellClient } from '@hookwell/client';
import { serveTools } from '../../src/mcp/serve-tools.ts';

/** The tools of the command, for assistants that give up a silent call after a moment. */
const { HOOKWELL_URL: baseUrl, HOOKWELL_API_KEY: apiKey } = process.env;
await serveTools({
  version: '0.1.0',
  readOnly: false,
  allowedHosts: [],
  secrets: new Map(),
  longestSilenceSeconds: 0.2,
  connect: async () => new HookwellClient({ baseUrl, apiKey }),
  note: (line) => void process.stderr.write(`${line}\n`),
  signal: new AbortController().signal,
});
