import type { Endpoint, EndpointSettings } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { useBlocker, useParams, useSearch } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { UnknownEndpoint } from '../endpoints/endpoint-page.tsx';
import { useEndpoint } from '../endpoints/endpoints.ts';
import { settingsQuery } from '../endpoints/settings-query.ts';
import { requestIdIn } from '../list/request-address.ts';
import { useTitle } from '../page/page-head.tsx';
import { useShortcut } from '../page/shortcuts.ts';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { useMayChange } from '../session/session.ts';
import { Button } from '../ui/controls.tsx';
import { confirm } from '../ui/open-dialogs.ts';
import { Tabs } from '../ui/tabs.tsx';
import type { Draft } from './draft/draft.ts';
import {
  beginEditing,
  beginSetUp,
  type Editing,
  editFields,
  editText,
  isChanged,
  isSame,
  type TextProblem,
} from './draft/editing.ts';
import { isMissingSecret } from './draft/faults.ts';
import { faultWords } from './fields/labelled.tsx';
import { JsonEditor } from './json-editor.tsx';
import { OfferedFromContext, useTrialChoice } from './offered-requests.ts';
import { ReplyList } from './reply-list.tsx';
import { DeliveryChoice, XHeadersSection } from './request-sections.tsx';
import { ConflictNotice, useSaving } from './saving.tsx';
import { SettingsHead } from './settings-head.tsx';
import { TrialPanel } from './trial/trial-panel.tsx';
import { VerifySection } from './verifying/verify-section.tsx';

/** The settings of one endpoint: what it answers. The address may name a captured request to try them against. */
export function SettingsScreen() {
  const { token = '' } = useParams({ strict: false });
  const endpoint = useEndpoint(token);
  if (endpoint === undefined) return <UnknownEndpoint />;
  return <LoadedSettings endpoint={endpoint} key={endpoint.id} />;
}

function LoadedSettings({ endpoint }: { endpoint: Endpoint }) {
  const { data, error, refetch } = useQuery(settingsQuery(endpoint.token));
  const { try: tried, verify, field } = useSearch({ strict: false });
  if (data !== undefined) {
    return (
      <SettingsEditor
        endpoint={endpoint}
        field={field}
        setUp={verify}
        stored={data}
        triedId={requestIdIn(tried)}
      />
    );
  }
  if (error === null) return <LinesSkeleton />;
  return (
    <div className="m-auto flex max-w-sm flex-col items-center gap-3 p-6 text-center" role="alert">
      <p>The settings could not be loaded: {error.message}.</p>
      <Button onClick={() => void refetch()}>Retry</Button>
    </div>
  );
}

interface SettingsEditorProps {
  endpoint: Endpoint;
  /** As they are stored; read anew now and then. */
  stored: EndpointSettings;
  triedId: number | undefined;
  /** The signature scheme to begin with, if none is stored. */
  setUp: string | undefined;
  /** The field that gets the focus. */
  field: SettingsField | undefined;
}

/** Edits settings as fields or as JSON text, tries them, and saves them. */
function SettingsEditor(props: SettingsEditorProps) {
  const { endpoint, stored, triedId, setUp, field } = props;
  const page = useRef<HTMLDivElement>(null);
  const mayChange = useMayChange();
  const [view, setView] = useState<'fields' | 'json'>('fields');
  // The settings that were stored when the editing began.
  const [before, setBefore] = useState(stored);
  const [editing, setEditing] = useState(() => {
    const begun = beginEditing(stored);
    return setUp === undefined || !mayChange ? begun : beginSetUp(begun, setUp);
  });
  const changeDraft = useCallback(
    (change: (draft: Draft) => Draft) => setEditing((now) => editFields(change(now.draft))),
    [],
  );
  const begin = (settings: EndpointSettings) => {
    setBefore(settings);
    setEditing(beginEditing(settings));
  };
  const hasChanges = isChanged(editing, before);
  // Without changes of the user, those of others show at once.
  if (!hasChanges && !isSame(stored, before)) begin(stored);
  const { offeredFrom, requests, chosen, choose } = useTrialChoice(endpoint, triedId);
  // The verdicts on requests that were captured before do not tell whether new secrets are right.
  const [savedAfter, setSavedAfter] = useState(0);
  const saving = useSaving(endpoint.token, (settings) => {
    setSavedAfter(requests[0]?.id ?? 0);
    begin(settings);
  });
  const faults =
    saving.refused !== undefined && isSame(saving.refused.settings, editing.settings)
      ? [...editing.faults, saving.refused.fault]
      : editing.faults;
  const isRight = editing.problem === undefined && editing.faults.length === 0;
  const save = () => {
    if (isRight) return void saving.save(editing.settings, before);
    page.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-missing]')?.focus();
  };
  const mendable = faults.filter((fault) => !isMissingSecret(fault));
  useTitle(`Settings of ${endpoint.badgeName}`);
  useFocusOnField(page, field ?? (setUp === undefined ? undefined : 'secrets'));
  useLeaveQuestion(hasChanges);
  useShortcut('Ctrl+S', save, {
    label: 'Save the settings',
    group: 'Settings',
    enabled: mayChange,
  });

  return (
    <OfferedFromContext value={offeredFrom}>
      <div className="page-pane" ref={page}>
        <SettingsHead
          endpoint={endpoint}
          isSecretMissing={faults.some(isMissingSecret)}
          faultCount={editing.problem === undefined ? mendable.length : 1}
          hasChanges={hasChanges}
          hasSettings={!isSame(before, {})}
          isChangedElsewhere={hasChanges && !isSame(stored, before)}
          onDiscard={() => {
            begin(stored);
            saving.settle();
          }}
          onSave={save}
          saving={saving}
        />
        <div className="mx-auto grid max-w-6xl gap-x-8 gap-y-8 px-4 py-5 wide:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)]">
          <div className="min-w-0 space-y-5">
            {saving.theirs !== undefined && (
              <ConflictNotice
                mine={editing.settings}
                onReplace={() =>
                  void saving.save(editing.settings, saving.theirs ?? editing.settings)
                }
                onTakeTheirs={() => {
                  begin(saving.theirs ?? stored);
                  saving.settle();
                }}
                theirs={saving.theirs}
              />
            )}
            <Tabs
              chosen={view}
              label="Forms of the settings"
              onChoose={setView}
              panelClassName="pt-4"
              tabs={[
                {
                  name: 'fields',
                  label: 'Form',
                  content: (
                    <fieldset
                      className="contents [&_button:disabled]:opacity-50"
                      disabled={!mayChange}
                    >
                      <Fields
                        editing={{ ...editing, faults }}
                        endpoint={endpoint}
                        onChange={changeDraft}
                        onJson={() => setView('json')}
                        savedAfter={savedAfter}
                        stored={before}
                      />
                    </fieldset>
                  ),
                },
                {
                  name: 'json',
                  label: 'JSON',
                  content: (
                    <JsonEditor
                      editing={{ ...editing, faults }}
                      onChange={(text) => setEditing(editText(editing, text))}
                    />
                  ),
                },
              ]}
            />
          </div>
          <div className="min-w-0 wide:sticky wide:top-20 wide:self-start">
            <TrialPanel
              chosen={chosen}
              onChoose={choose}
              requests={requests}
              settings={isRight ? editing.settings : undefined}
            />
          </div>
        </div>
      </div>
    </OfferedFromContext>
  );
}

interface FieldsProps {
  endpoint: Endpoint;
  editing: Editing;
  stored: EndpointSettings;
  savedAfter: number;
  onChange: (change: (draft: Draft) => Draft) => void;
  onJson: () => void;
}

function Fields({ endpoint, editing, stored, savedAfter, onChange, onJson }: FieldsProps) {
  const { draft, faults, problem } = editing;
  if (problem !== undefined) return <UnreadableText onJson={onJson} problem={problem} />;
  return (
    <div className="space-y-8">
      <VerifySection
        endpoint={endpoint}
        faults={faults}
        isSaved={JSON.stringify(editing.settings.verify) === JSON.stringify(stored.verify)}
        onChange={(verify) => onChange((now) => ({ ...now, verify }))}
        since={savedAfter}
        stored={stored.verify}
        verify={draft.verify}
      />
      <ReplyList draft={draft} faults={faults} onChange={onChange} />
      <DeliveryChoice
        delivery={draft.delivery}
        faults={faults}
        onChange={(delivery) => onChange((now) => ({ ...now, delivery }))}
        scheme={draft.verify?.scheme}
      />
      <XHeadersSection
        onChange={(xHeaders) => onChange((now) => ({ ...now, xHeaders }))}
        verify={draft.verify}
        xHeaders={draft.xHeaders}
      />
    </div>
  );
}

/** The fields that other pages lead to: those about signatures, and the switch for X- headers. */
type SettingsField = 'scheme' | 'secrets' | 'tolerance' | 'xHeaders';

/** Brings the user to a field when the page is shown first. */
function useFocusOnField(
  page: RefObject<HTMLElement | null>,
  field: SettingsField | undefined,
): void {
  useEffect(() => {
    if (field === undefined) return;
    const place = page.current?.querySelector<HTMLElement>(`[data-settings-field="${field}"]`);
    if (place instanceof HTMLDetailsElement) place.open = true;
    place?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
  }, [page, field]);
}

/** Asks before changes are lost: by leaving the screen, or by closing or reloading the page. */
function useLeaveQuestion(hasChanges: boolean): void {
  useBlocker({
    shouldBlockFn: async () =>
      !(await confirm({
        title: 'Leave without saving?',
        text: 'Your changes to these settings are not saved yet. They are lost if you leave.',
        action: 'Leave without saving',
        isDanger: true,
      })),
    enableBeforeUnload: hasChanges,
    disabled: !hasChanges,
  });
}

interface UnreadableTextProps {
  problem: TextProblem;
  onJson: () => void;
}

/** Stands in for the fields while the JSON text cannot be read. */
function UnreadableText({ problem, onJson }: UnreadableTextProps) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-lg border border-line bg-surface p-4">
      <p>
        The JSON text cannot be shown in fields.{' '}
        <span className="wrap-anywhere text-danger">{faultWords(problem.sentence)}.</span>
      </p>
      <Button onClick={onJson}>Go to the JSON text</Button>
    </div>
  );
}
