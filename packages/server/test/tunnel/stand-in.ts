import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { startProcess } from '../server-process.ts';

/** A program in the place of cloudflared or tailscale, in a folder of its own. */
export interface StandIn extends Disposable {
  folder: string;
  /** The PATH with the folder in front. */
  path: string;
  /** Its process, once it runs. */
  pid(): Promise<number>;
  /** The words that it was started with. */
  words(): string[];
  environment(): string;
}

/** @param script what it does, in the words of a shell */
export function standIn(name: 'cloudflared' | 'tailscale', script: string): StandIn {
  const folder = mkdtempSync(join(tmpdir(), 'hookwell-tunnel-'));
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const begin = `cd '${folder}'; env > environment; echo "$@" > words; echo $$ > pid.new; mv pid.new pid`;
  writeFileSync(join(folder, name), `#!/bin/sh\n${begin}\n${script}\n`, { mode: 0o755 });
  return {
    folder,
    path: `${folder}:${process.env.PATH}`,
    pid: async () =>
      Number(
        await eventually(() => {
          try {
            return read('pid');
          } catch {
            return '';
          }
        }),
      ),
    words: () => read('words').trim().split(' '),
    environment: () => read('environment'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

/** As the real one prints it on standard error, here in pieces; before it are lines of others. */
export const cloudflaredBox = `
say() { printf '2026-11-26T01:00:00Z %s\\n' "$1" >&2; }
say 'INF Thank you for trying Cloudflare Tunnel: https://developers.cloudflare.com/cloudflare-one'
say 'INF Requesting new quick Tunnel on trycloudflare.com...'
say 'ERR retrying: Post "https://api.trycloudflare.com/tunnel": EOF'
echo 'https://evil.example'; say 'INF https://evil.example/?https://lying.trycloudflare.com'
say 'INF +----------------------------------------------+'
say 'INF |  Your quick Tunnel has been created! Visit it at (it may take some time to be reachable):  |'
printf '2026-11-26T01:00:01Z INF |  https://quiet-' >&2; sleep 0.05
printf 'river-12.trycloudflare' >&2; sleep 0.05
printf '.com            |\\n' >&2
say 'INF +----------------------------------------------+'
say 'INF |  https://another.trycloudflare.com  |'
`;

export const funnelText = `
echo 'Available on the internet:'; echo
echo 'https://desk.tail1a2b3.ts.net/'; echo '|-- proxy http://127.0.0.1:8080'; echo
echo 'Press Ctrl+C to exit.'
`;

/** Runs until it is ended. */
export const untilEnded = 'exec sleep 600';

/** A service that finds this program on its path. */
export function startWith(
  program: StandIn,
  name: string,
  environment: Record<string, string> = {},
) {
  return startProcess({
    environment: {
      PATH: program.path,
      HOOKWELL_TUNNEL: name,
      HOOKWELL_READY_FILE: join(program.folder, 'ready'),
      ...environment,
    },
  });
}

/** The addresses that the service says it is ready at. */
export const readyLines = ({ folder }: StandIn) =>
  readFileSync(join(folder, 'ready'), 'utf8').trim().split('\n');
