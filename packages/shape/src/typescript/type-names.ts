import { isGlobal } from './global-names.ts';
import { inPascalCase } from './interface-name.ts';
import type { Place } from './object-types.ts';

const mostCharactersOfMember = 40;

/** Gives each object a name that nothing else in the file has. */
export class TypeNames {
  readonly #root: string;
  readonly #taken: Set<string>;
  /** The next number to try behind a name. */
  readonly #numbers = new Map<string, number>();

  constructor(root: string) {
    this.#root = root;
    this.#taken = new Set([root]);
  }

  /** After the member, then with the member above it, then with a number. */
  nameOf(place: Place): string {
    const own = wordOf(place.name) || 'Object';
    const short = this.#root + own;
    const candidates = [short, this.#root + wordOf(place.above) + own];
    const name = candidates.find((candidate) => this.#isFree(candidate)) ?? this.#numbered(short);
    this.#taken.add(name);
    return name;
  }

  #numbered(name: string): string {
    let number = this.#numbers.get(name) ?? 2;
    while (!this.#isFree(`${name}${number}`)) number++;
    this.#numbers.set(name, number + 1);
    return `${name}${number}`;
  }

  #isFree(name: string): boolean {
    return !this.#taken.has(name) && !isGlobal(name);
  }
}

function wordOf(name: string): string {
  return inPascalCase(name).slice(0, mostCharactersOfMember);
}
