import type { XHeaderChoice } from '@hookwell/contract/settings-names';
import { SettingsError } from './settings-error.ts';

interface ReadingOptions {
  isStored?: boolean;
  findsAll?: boolean;
  /** `keep` where it is not known: only the service itself refuses what it would never find. */
  unsaidXHeaders?: XHeaderChoice | undefined;
}

/** A document of settings under way. */
export class Reading {
  /** Those of the parts that were read, if all of them are looked for. */
  readonly faults: SettingsError[] = [];
  /** It was taken earlier: headers that cannot be set since then are left out. */
  readonly isStored: boolean;
  /** What the service does with X- headers where settings say nothing. */
  readonly unsaidXHeaders: XHeaderChoice;
  readonly #findsAll: boolean;

  constructor({
    isStored = false,
    findsAll = false,
    unsaidXHeaders = 'keep',
  }: ReadingOptions = {}) {
    this.isStored = isStored;
    this.unsaidXHeaders = unsaidXHeaders;
    this.#findsAll = findsAll;
  }

  /**
   * Reads a part. If all faults are looked for, one in it is noted, and the others are still read.
   * @throws {SettingsError} if only the first fault is looked for, and it is in this part
   */
  part<Value>(read: () => Value): Value | undefined {
    try {
      return read();
    } catch (error) {
      if (!(this.#findsAll && error instanceof SettingsError)) throw error;
      this.faults.push(error);
      return undefined;
    }
  }

  /** Reads a member of an object as a part, if it is there. */
  member<Value>(
    object: Readonly<Record<string, unknown>>,
    name: string,
    place: string,
    read: (value: unknown, place: string) => Value,
  ): Value | undefined {
    const value = object[name];
    if (value === undefined) return undefined;
    return this.part(() => read(value, place === '' ? name : `${place}.${name}`));
  }
}
