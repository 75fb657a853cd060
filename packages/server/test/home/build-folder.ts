import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** A folder with builds in the layout of the dashboard's build script. */
export interface BuildFolder extends AsyncDisposable {
  folder: string;
  /** Adds a build of these files and makes it the current one. */
  build(name: string, files: Readonly<Record<string, string>>): Promise<void>;
}

export const script = `console.log(${JSON.stringify('a script '.repeat(200))});\n`;

/** Small files, one of each kind that a build has. */
export const files = {
  'index.html': '<!doctype html><title>Hookwell</title><div id="root"></div>',
  'resend.html': '<!doctype html><title>Send again</title><div id="root"></div>',
  'docs/installing.html': '<!doctype html><title>Installing</title>',
  'docs/reference.html': '<!doctype html><title>API</title>',
  'docs/index.json': '[]',
  'theme.js': '// theme\n',
  'hookwell.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/main-1a2B3c_d.js': script,
  'assets/main-9z8y7x6w.css': 'body { margin: 0 }',
};

export async function buildFolder(): Promise<BuildFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'hookwell-test-'));
  return {
    folder,
    async build(name, contents) {
      for (const [path, content] of Object.entries(contents)) {
        const file = join(folder, name, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content);
        // A real build leaves small files uncompressed as well.
        if (content.length < 1000) continue;
        await writeFile(`${file}.br`, brotliCompressSync(content));
        await writeFile(`${file}.gz`, gzipSync(content));
      }
      await writeFile(join(folder, 'current'), `${name}\n`);
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
