import { bashWord } from '@hookwell/client/copying';
import { useState } from 'react';
import { exampleTarget, Forwarding, OwnCommand } from '../teaching/forwarding.tsx';
import { Button } from '../ui/controls.tsx';
import { CommandBox } from '../ui/copy-button.tsx';
import { formatBytes } from '../ui/format.ts';
import { Tabs } from '../ui/tabs.tsx';
import type { Captured } from './captured.ts';
import { type ResendAnswer, type Resending, shownBodyBytes } from './resend.ts';
import { isBlindUseful } from './sent-request.ts';

interface AnswerViewProps {
  captured: Captured;
  resending: Resending;
  onSendBlindly: () => void;
  /** The address without the path and query of the request. */
  target: string | undefined;
  isEdited: boolean;
}

/** The outcome of sending. Screen readers read every change. The answer is only ever shown as text. */
export function AnswerView(props: AnswerViewProps) {
  const { captured, resending, onSendBlindly, target, isEdited } = props;
  return (
    <div aria-live="polite">
      {resending.kind === 'sending' && <p className="text-muted">Sending…</p>}
      {resending.kind === 'stopped' && <p>Stopped. The request may have arrived.</p>}
      {resending.kind === 'redirected' && (
        <p>
          The request arrived, and the URL answered with a redirect. It was not followed, since
          senders of webhooks rarely do that. Browsers do not tell a page where a redirect leads.
        </p>
      )}
      {resending.kind === 'hidden' && (
        <p>
          An answer came after {Math.round(resending.milliseconds)} ms. Its content stays hidden
          from this page.
        </p>
      )}
      {resending.kind === 'failed' && (
        <div className="space-y-2 rounded-lg bg-warn-soft px-3 py-2.5">
          <p className="font-medium text-warn">No answer could be read</p>
          {resending.failure.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {resending.failure.isNotAllowed && <AllowingLines />}
          <p>
            {isEdited
              ? 'The commands of Hookwell need no permission either. They pass on new requests:'
              : 'The commands of Hookwell need no permission either. They send this request again, and pass on new ones:'}
          </p>
          {!isEdited && (
            <OwnCommand
              label="the replay command"
              text={(start) => replayCommand(start, captured.id, target)}
            />
          )}
          <Forwarding target={target} token={captured.token} />
          {isBlindUseful(captured) && resending.failure.isNotAllowed && (
            <>
              <p>
                The request can be sent without asking for permission. Then most of its headers are
                left out, and the answer stays hidden.
              </p>
              <Button onClick={onSendBlindly} size="small">
                Send without asking
              </Button>
            </>
          )}
        </div>
      )}
      {resending.kind === 'answered' && <Answered answer={resending.answer} />}
    </div>
  );
}

/** The lines to paste into a program, so that it allows this page. */
function AllowingLines() {
  const lines = corsLines(location.origin);
  const [chosen, setChosen] = useState('Node');
  return (
    <>
      <p>To allow this page, paste these lines into the program that answers there:</p>
      <Tabs
        chosen={chosen}
        label="What the program is written with"
        onChoose={setChosen}
        panelClassName="pt-2"
        tabs={lines.map(({ name, text }) => ({
          name,
          label: name,
          content: <CommandBox label={`the lines for ${name}`} text={text} />,
        }))}
      />
    </>
  );
}

function Answered({ answer }: { answer: ResendAnswer }) {
  const { status, statusText, headers, text, isCut, milliseconds } = answer;
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <p className="flex flex-wrap items-center gap-x-3 px-3 py-2">
        <span className={`tabular font-semibold ${status < 400 ? 'text-ok' : 'text-danger'}`}>
          {status} {statusText}
        </span>
        <span className="tabular text-muted">{Math.round(milliseconds)} ms</span>
      </p>
      <details className="border-t border-line">
        <summary className="px-3 py-2 text-muted">
          Headers that a page may read ({headers.length})
        </summary>
        <ul className="px-3 pb-2 font-mono text-[0.8125rem]">
          {headers.map(([name, value]) => (
            <li className="wrap-anywhere" key={name}>
              <span className="text-muted">{name}:</span> {value}
            </li>
          ))}
        </ul>
      </details>
      {text === '' ? (
        <p className="border-t border-line px-3 py-2 text-muted">No body.</p>
      ) : (
        <textarea
          aria-label="Body of the answer"
          className="block h-64 w-full resize-y border-t border-line bg-surface px-3 py-2 font-mono text-[0.8125rem]"
          readOnly
          spellCheck={false}
          value={text}
        />
      )}
      {isCut && (
        <p className="border-t border-line px-3 py-2 text-xs text-muted">
          These are the first {formatBytes(shownBodyBytes)}. The rest is not read.
        </p>
      )}
    </div>
  );
}

/** The lines that let pages of an origin send requests to a program, by what the program is made with. */
function corsLines(origin: string): { name: string; text: string }[] {
  return [
    {
      name: 'Node',
      text: `// First in the listener of http.createServer((req, res) => …):
res.setHeader('Access-Control-Allow-Origin', '${origin}');
res.setHeader('Access-Control-Allow-Methods', '*');
res.setHeader('Access-Control-Allow-Headers', 'authorization, *');
if (req.method === 'OPTIONS') return res.writeHead(204).end();`,
    },
    {
      name: 'Express',
      text: `// Before all routes:
app.use((req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', '${origin}');
  res.setHeader('Access-Control-Allow-Methods', '*');
  res.setHeader('Access-Control-Allow-Headers', 'authorization, *');
  if (req.method === 'OPTIONS') return res.sendStatus(204);
  next();
});`,
    },
    {
      name: 'Next.js',
      text: `// In next.config.mjs:
export default {
  headers: async () => [
    {
      source: '/:path*',
      headers: [
        { key: 'Access-Control-Allow-Origin', value: '${origin}' },
        { key: 'Access-Control-Allow-Methods', value: '*' },
        { key: 'Access-Control-Allow-Headers', value: 'authorization, *' },
      ],
    },
  ],
};
// Only where a handler in pages/api refuses OPTIONS, its first line:
// if (req.method === 'OPTIONS') return res.status(204).end();`,
    },
    {
      name: 'Rails',
      text: `# In config/initializers/cors.rb:
class AllowHookwell
  HEADERS = {
    "access-control-allow-origin" => "${origin}",
    "access-control-allow-methods" => "*",
    "access-control-allow-headers" => "authorization, *"
  }

  def initialize(app)
    @app = app
  end

  def call(env)
    return [204, HEADERS.dup, []] if env["REQUEST_METHOD"] == "OPTIONS"
    status, headers, body = @app.call(env)
    [status, headers.merge(HEADERS), body]
  end
end
Rails.application.config.middleware.insert_before 0, AllowHookwell`,
    },
  ];
}

/**
 * The command that sends one captured request again.
 * @param start how the command is started
 */
export function replayCommand(start: string, id: number, target = exampleTarget): string {
  return `${start} replay ${id} --to ${bashWord(target)}`;
}
