import { isGone } from '../service/failed-call.ts';
import { failureOf } from '../ui/failure.ts';

/** Says why a member could not be changed or removed. The service's own words say that a team needs an owner. */
export function memberFailure(error: unknown): string {
  return isGone(error) ? 'This is no longer a member of the team.' : failureOf(error).sentence;
}
