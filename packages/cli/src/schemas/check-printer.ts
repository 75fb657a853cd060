import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, exitCodes } from '../command-line/outcome.ts';
import { counted } from '../output/amounts.ts';
import { jsonLine } from '../output/json-text.ts';
import { type Styles, stylesOf } from '../output/terminal.ts';
import { visible } from '../output/visible.ts';
import { type CheckTally, differingWords, fittingWords } from './check-tally.ts';
import type { JudgedRequest } from './judge-bodies.ts';

/** Prints what was found: for people the requests that differ, as JSON a line for every request. */
export class CheckPrinter {
  readonly #json: boolean;
  readonly #world: Pick<Surroundings, 'write' | 'note' | 'output'>;
  readonly #styles: Styles;

  constructor(json: boolean, world: Pick<Surroundings, 'write' | 'note' | 'output'>) {
    this.#json = json;
    this.#world = world;
    this.#styles = stylesOf(world.output);
  }

  async print(judged: readonly JudgedRequest[]): Promise<void> {
    const lines = judged.flatMap((one) => (this.#json ? [jsonOf(one)] : this.#linesOf(one)));
    if (lines.length > 0) await this.#world.write(`${lines.join('\n')}\n`);
    for (const { request, finding, isTooDear } of judged) {
      if (isTooDear) this.#world.note(`#${request.id} is left: ${finding.reason}`);
    }
  }

  #linesOf({ request, finding }: JudgedRequest): string[] {
    if (finding.verdict !== 'differs') return [];
    const { bold, faint, bad } = this.#styles;
    const { id, receivedAt, event } = request;
    const head = [
      bold(`#${id}`),
      faint(receivedAt),
      ...(event === undefined ? [] : [visible(event)]),
    ];
    const problems = finding.differences?.map(({ problem }) => bad(visible(problem))) ?? [];
    return [head.join('  '), ...problems.map((line) => `  ${line}`)];
  }

  /**
   * Prints the sum.
   * @param noneMatches makes the failure if there was no request
   * @throws {CommandFailure} unless at least one request was judged, and all of them fit
   */
  async end(tally: CheckTally, noneMatches: () => Promise<CommandFailure>): Promise<void> {
    const { differing, fitting, tooDear, reasons } = tally;
    for (const [reason, count] of reasons) {
      this.#world.note(visible(`Not judged: ${counted(count, 'request')}: ${reason}`));
    }
    if (differing > 0) throw new CommandFailure(differingWords(tally));
    if (tooDear > 0) {
      throw new CommandFailure(`${counted(tooDear, 'request')} could not be judged in time`);
    }
    if (fitting === 0) {
      if (reasons.size === 0) throw await noneMatches();
      throw new CommandFailure('No request was judged', { exitCode: exitCodes.noMatch });
    }
    if (!this.#json) await this.#world.write(`${fittingWords(tally)}\n`);
  }
}

function jsonOf({ request, finding }: JudgedRequest): string {
  const { id, receivedAt, event } = request;
  return jsonLine({ id, receivedAt, event, contract: finding });
}
