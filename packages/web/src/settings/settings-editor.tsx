import type { Endpoint, EndpointSettings } from '@hookwell/client';
import { useCallback, useRef, useState } from 'react';
import { useShortcut } from '../page/shortcuts.ts';
import { useTitle } from '../page/use-title.ts';
import { Tabs } from '../ui/tabs.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { DeliveryChoice } from './delivery-choice.tsx';
import type { Draft } from './draft/draft.ts';
import {
  beginEditing,
  type Editing,
  editFields,
  editText,
  isChanged,
  isSame,
} from './draft/editing.ts';
import { OfferedFromContext } from './fields/known-requests.ts';
import { JsonEditor } from './json-editor.tsx';
import { ReplyList } from './reply-list.tsx';
import { SettingsHead } from './settings-head.tsx';
import { TrialPanel } from './trial/trial-panel.tsx';
import { useTrialChoice } from './trial/use-trial-choice.ts';
import { UnreadableText } from './unreadable-text.tsx';
import { useLeaveQuestion } from './use-leave-question.ts';
import { useSaving } from './use-saving.ts';

interface SettingsEditorProps {
  endpoint: Endpoint;
  /** As they are stored; read anew now and then. */
  stored: EndpointSettings;
  triedId: number | undefined;
}

/** Edits settings as fields or as JSON text, tries them, and saves them. */
export function SettingsEditor({ endpoint, stored, triedId }: SettingsEditorProps) {
  const page = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<'fields' | 'json'>('fields');
  // What was stored when the editing began.
  const [before, setBefore] = useState(stored);
  const [editing, setEditing] = useState(() => beginEditing(stored));
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
  const saving = useSaving(endpoint.token, begin);
  const { offeredFrom, requests, chosen, choose } = useTrialChoice(endpoint, triedId);
  const isRight = editing.problem === undefined && editing.faults.length === 0;
  const save = () => {
    if (isRight) return void saving.save(editing.settings, before);
    page.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  useTitle(`Settings of ${endpoint.badgeName}`);
  useLeaveQuestion(hasChanges);
  useShortcut('Ctrl+S', save, { label: 'Save the settings', group: 'Settings' });

  return (
    <OfferedFromContext value={offeredFrom}>
      <div className="min-h-0 grow overflow-y-auto" ref={page}>
        <SettingsHead
          endpoint={endpoint}
          faultCount={editing.problem === undefined ? editing.faults.length : 1}
          hasChanges={hasChanges}
          hasSettings={!isSame(before, {})}
          isChangedElsewhere={hasChanges && !isSame(stored, before)}
          onDiscard={() => begin(stored)}
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
                    <Fields
                      editing={editing}
                      onChange={changeDraft}
                      onJson={() => setView('json')}
                    />
                  ),
                },
                {
                  name: 'json',
                  label: 'JSON',
                  content: (
                    <JsonEditor
                      editing={editing}
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
  editing: Editing;
  onChange: (change: (draft: Draft) => Draft) => void;
  onJson: () => void;
}

function Fields({ editing, onChange, onJson }: FieldsProps) {
  const { draft, faults, problem } = editing;
  if (problem !== undefined) return <UnreadableText onJson={onJson} problem={problem} />;
  return (
    <div className="space-y-8">
      <ReplyList draft={draft} faults={faults} onChange={onChange} />
      <DeliveryChoice
        delivery={draft.delivery}
        faults={faults}
        onChange={(delivery) => onChange((now) => ({ ...now, delivery }))}
      />
    </div>
  );
}
