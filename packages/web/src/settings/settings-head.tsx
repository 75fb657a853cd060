import type { Endpoint } from '@hookwell/client';
import { Link } from '@tanstack/react-router';
import { useMayChange } from '../session/session.ts';
import { Button, buttonClass } from '../ui/controls.tsx';
import { plural } from '../ui/format.ts';
import { ArrowLeftIcon } from '../ui/icons.tsx';
import { confirm } from '../ui/open-dialogs.ts';
import type { Saving } from './saving.tsx';

interface SettingsHeadProps {
  endpoint: Endpoint;
  hasChanges: boolean;
  hasSettings: boolean;
  /** Whether others have changed the settings since the user began. */
  isChangedElsewhere: boolean;
  faultCount: number;
  /** Whether the secret of a chosen scheme was not typed yet. */
  isSecretMissing: boolean;
  saving: Saving;
  onSave: () => void;
  onDiscard: () => void;
}

/** The head of the settings: where they belong, whether they are saved, and saving. It stays in view. */
export function SettingsHead(props: SettingsHeadProps) {
  const { endpoint, hasChanges, saving, onSave, onDiscard } = props;
  const mayChange = useMayChange();
  const canDiscard = hasChanges || props.isSecretMissing;
  return (
    <header className="top-0 z-20 tall:sticky border-b border-line bg-surface">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-2 gap-y-1.5 px-4 py-2">
        <Link
          aria-label="Back to the requests"
          className={`${buttonClass('quiet')} -ml-3`}
          params={{ token: endpoint.token }}
          to="/endpoints/$token"
        >
          <ArrowLeftIcon />
          <span className="max-sm:hidden">Requests</span>
        </Link>
        <h1 className="mr-auto page-title min-w-0 truncate">
          Settings{' '}
          <span className="font-normal text-muted max-sm:sr-only">of {endpoint.badgeName}</span>
        </h1>
        <p className="text-xs text-muted max-sm:order-last max-sm:basis-full" role="status">
          {mayChange ? <State {...props} /> : 'Members of the team can change them'}
        </p>
        {mayChange && (
          <>
            <Button
              // It keeps the focus that the question gives back.
              aria-disabled={!canDiscard}
              onClick={() => canDiscard && void askToDiscard(onDiscard)}
              tone="quiet"
            >
              Discard
            </Button>
            <Button
              aria-disabled={!hasChanges || saving.isBusy}
              onClick={onSave}
              title="Save the settings (Ctrl+S)"
              tone="primary"
            >
              Save
            </Button>
          </>
        )}
      </div>
    </header>
  );
}

async function askToDiscard(discard: () => void): Promise<void> {
  const isConfirmed = await confirm({
    title: 'Discard your changes?',
    text: 'What you changed in these settings since they were saved is lost.',
    action: 'Discard changes',
    isDanger: true,
  });
  if (isConfirmed) discard();
}

function State(props: SettingsHeadProps) {
  const { hasChanges, hasSettings, isChangedElsewhere, faultCount, isSecretMissing, saving } =
    props;
  if (saving.isBusy) return 'Saving…';
  if (saving.failure !== undefined) {
    return <span className="text-danger">Not saved: {saving.failure}.</span>;
  }
  if (faultCount > 0) {
    return <span className="text-danger">{plural(faultCount, 'error')} to fix</span>;
  }
  if (isSecretMissing) return 'Not saved yet: a secret is missing';
  if (isChangedElsewhere)
    return <span className="text-warn">Changed elsewhere in the meantime</span>;
  if (hasChanges) return 'Not saved yet';
  return hasSettings ? 'Saved' : 'No settings yet';
}
