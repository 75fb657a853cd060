import type { SignatureFinding } from '@hookwell/client';
import { textOfBytes } from '@hookwell/match';
import { signatureSentence } from '../captured-requests/signature-words.ts';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { jsonLine } from '../output/json-text.ts';
import { type Styles, stylesOf } from '../output/terminal.ts';
import { visible } from '../output/visible.ts';
import type { SignedRequest } from './verify-request.ts';

/** The origin of a request: an archive, in which it has a number from 1 on, or a service. */
export type Origin = { entry: number } | { id: number };

/** Prints what verifying requests gave, a line each, for people or as JSON. */
export class FindingPrinter {
  readonly #json: boolean;
  readonly #world: Pick<Surroundings, 'write' | 'output'>;
  readonly #styles: Styles;
  #all = 0;
  #valid = 0;

  constructor(json: boolean, world: Pick<Surroundings, 'write' | 'output'>) {
    this.#json = json;
    this.#world = world;
    this.#styles = stylesOf(world.output);
  }

  async print(request: SignedRequest, origin: Origin, signature: SignatureFinding): Promise<void> {
    const isValid = signature.verdict === 'valid';
    this.#all += 1;
    if (isValid) this.#valid += 1;
    const { method, url } = request;
    const line = this.#json
      ? jsonLine({ ...origin, method, url, signature })
      : this.#line(request, origin, signature);
    await this.#world.write(`${line}\n`);
  }

  #line({ method, url }: SignedRequest, origin: Origin, signature: SignatureFinding): string {
    const { good, bad, bold, faint } = this.#styles;
    const paint = signature.verdict === 'valid' ? good : bad;
    const place = 'id' in origin ? `#${origin.id}` : `${origin.entry}.`;
    const words = signatureSentence({ signature }) ?? '';
    return [faint(place), bold(visible(method)), visible(textOfBytes(url)), paint(words)].join(
      '  ',
    );
  }

  /** @throws {CommandFailure} if not all of them are valid */
  end(): void {
    if (this.#valid === this.#all) return;
    const invalid = this.#all - this.#valid;
    throw new CommandFailure(
      this.#all === 1
        ? 'The signature is not valid'
        : `${invalid} of ${this.#all} signatures are not valid`,
    );
  }
}
