import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, UsageError } from '../command-line/outcome.ts';
import { readTextFile } from '../input/input-file.ts';
import type { Signing } from '../signatures/signing-options.ts';
import type { RetryPlan } from './retrying.ts';
import type { FiledRoute } from './routes-file.ts';

/** What becomes of the requests of an endpoint. */
export interface PlannedRoute {
  /** Only those that match, in the match language. */
  match: string | undefined;
  /** The address to forward to. */
  target: URL | undefined;
  /** Senders wait so long for the answers of the target, in milliseconds; `undefined`: they get none of them. */
  answerMs: number | undefined;
  retry: RetryPlan;
  signing: Signing | undefined;
}

/** Such a route of a file. */
export interface FiledPlan
  extends PlannedRoute,
    Pick<FiledRoute, 'place' | 'endpoint' | 'isFilled'> {
  target: URL;
}

/**
 * The routes of a file; `-` is standard input. All faults of it are found here, before a service is asked.
 * @throws {UsageError} if it cannot be read, or has a fault: the sentence names its place
 */
export async function routesIn(
  file: string,
  world: Surroundings,
  command: string,
): Promise<{ file: string; routes: readonly FiledPlan[] }> {
  // Loaded here, so that help and mistakes in the command line answer without them.
  const [{ mostFileBytes, readRoutesFile }, { SetupError }] = await Promise.all([
    import('./routes-file.ts'),
    import('@hookwell/setup'),
  ]);
  const source = file === '-' ? 'Standard input' : file;
  try {
    const routes = readRoutesFile(
      await readTextFile(file, world, mostFileBytes),
      world.environment,
    );
    const plans: FiledPlan[] = [];
    for (const { sign, ...route } of routes) {
      plans.push({
        ...route,
        signing: sign && (await signingOfRoute(route, sign, world, command)),
      });
    }
    return { file: source, routes: plans };
  } catch (error) {
    if (error instanceof CommandFailure) throw new UsageError(error.message, command);
    if (!(error instanceof SetupError)) throw error;
    throw new UsageError(`${source}: ${error.message}`, command);
  }
}

/** @throws {SetupError} if there is no such secret, or nothing can be signed with it */
async function signingOfRoute(
  { place }: Pick<FiledRoute, 'place'>,
  { scheme, secretEnv }: NonNullable<FiledRoute['sign']>,
  world: Surroundings,
  command: string,
): Promise<Signing> {
  const [{ secretOf }, { signingFor, withoutEvent }, { SetupError }] = await Promise.all([
    import('../signatures/secret-variables.ts'),
    import('../signatures/signing-options.ts'),
    import('@hookwell/setup'),
  ]);
  const secret = secretOf(secretEnv, world);
  if (secret === undefined || secret === '') {
    const lack = secret === undefined ? 'is not set' : 'is empty';
    throw new SetupError(
      `${place}.sign.secretEnv`,
      `the environment variable ${shownName(secretEnv)}${lack}`,
    );
  }
  const onNoEvent = (header: string) => world.note(`${place}: ${withoutEvent(header)}`);
  const parts = { secret, event: undefined, address: undefined, onNoEvent };
  try {
    return await signingFor(
      { choice: { name: scheme, file: undefined }, ...parts },
      world,
      command,
    );
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof CommandFailure)) throw error;
    throw new SetupError(`${place}.sign`, error.message, { cause: error });
  }
}

/** The name of a variable as names usually are. Another one may be the secret itself, put there by mistake: it stays unsaid. */
function shownName(name: string): string {
  return /^[A-Z][A-Z0-9]{0,15}(_[A-Z0-9]{1,15})*$/.test(name) ? `${name} ` : 'of this name ';
}
