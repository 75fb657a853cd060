import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import type { Random } from '../random.ts';

/** What a disk, or somebody, does to a file: nothing that a crash or a power failure leaves. */
export type Damage =
  | { kind: 'flip'; at: number; bit: number }
  | { kind: 'zeros' | 'noise'; at: number; length: number; seed: number }
  | { kind: 'cut'; at: number };

/** @param size of the file, in bytes */
export function someDamage(random: Random, size: number): Damage {
  if (random.chance(1 / 6)) return { kind: 'cut', at: random.below(size) };
  return someDamageWithin(random, 0, size);
}

/** The same within a part of a file, which stays as long as it is. */
export function someDamageWithin(random: Random, from: number, length: number): Damage {
  const at = from + random.below(length);
  const kind = random.pick(['flip', 'flip', 'flip', 'zeros', 'noise']);
  if (kind === 'flip') return { kind, at, bit: random.below(8) };
  const damaged = random.pick([1, 8, 512, 4096]);
  const start = Math.max(from, at - (at % damaged));
  const end = Math.min(start + damaged, from + length);
  return { kind, at: start, length: end - start, seed: random.below(2 ** 31) };
}

export function damageFile(file: string, damage: Damage): void {
  if (damage.kind === 'cut') return truncateSync(file, damage.at);
  const bytes = readFileSync(file);
  if (damage.kind === 'flip') bytes[damage.at] = (bytes[damage.at] ?? 0) ^ (1 << damage.bit);
  else {
    const end = Math.min(bytes.length, damage.at + damage.length);
    for (let at = damage.at; at < end; at += 1)
      bytes[at] = damage.kind === 'zeros' ? 0 : Math.imul(damage.seed ^ at, 0x9e3779b1) >>> 24;
  }
  writeFileSync(file, bytes);
}

export function damageText(damage: Damage): string {
  const { kind, at } = damage;
  if (kind === 'flip') return `bit ${damage.bit} of byte ${at} flipped`;
  return kind === 'cut'
    ? `cut off at byte ${at}`
    : `${damage.length} bytes of ${kind} from byte ${at}`;
}
