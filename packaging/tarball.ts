import { gzipSync } from 'node:zlib';

/** Packages from npm have this time for all their files too, so that the same files make the same bytes. */
const modified = new Date('1985-10-26T08:15:00Z');
const blockBytes = 512;

/**
 * Makes an npm package of files, by their names in it: a tar archive (POSIX.1-2024, pax, "ustar Interchange Format"), compressed.
 * The same files make the same bytes, on any machine.
 * @throws {RangeError} if a name is too long for the format
 */
export function tarball(files: ReadonlyMap<string, Buffer>): Buffer {
  const names = [...files.keys()].sort();
  const entries = names.flatMap((name) => entry(`package/${name}`, files.get(name) ?? Buffer.of()));
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * blockBytes)]), { level: 9 });
}

/** The head, the content, and zeros up to the next block. */
function entry(name: string, content: Buffer): Buffer[] {
  const rest = (blockBytes - (content.length % blockBytes)) % blockBytes;
  return [head(name, content.length), content, Buffer.alloc(rest)];
}

function head(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new RangeError(`${name} is too long for a tar archive`);
  const block = Buffer.alloc(blockBytes);
  const write = (text: string, at: number): void => void block.write(text, at);
  const number = (value: number, digits: number): string =>
    `${value.toString(8).padStart(digits, '0')}\0`;
  write(name, 0);
  write(number(/^package\/bin\//.test(name) ? 0o755 : 0o644, 7), 100);
  write(number(0, 7), 108);
  write(number(0, 7), 116);
  write(number(size, 11), 124);
  write(number(modified.getTime() / 1000, 11), 136);
  // The checksum counts its own place as spaces.
  write(' '.repeat(8), 148);
  write('0', 156);
  write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  write(`${number(sum, 6)} `, 148);
  return block;
}
