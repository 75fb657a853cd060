import { ShownText } from '../../request/shown-text.tsx';
import { noHandshakeWords, type PassedReply } from './trial.ts';
import { missWords } from './trial-words.ts';

/** Why the other replies do not answer. */
export function PassedReplies({ passed }: { passed: readonly PassedReply[] }) {
  if (passed.length === 0) return null;
  return (
    <div className="border-t border-line p-3">
      <h3 className="mb-1.5 text-xs font-medium">Why not the others</h3>
      <ul className="space-y-1.5">
        {passed.map(({ reply, missing, handshake }) => (
          <li key={reply}>
            <span className="font-medium">Reply {reply + 1}</span>
            {handshake !== undefined || missing.length === 0 ? (
              <span className="text-muted">
                :{' '}
                {handshake === undefined ? 'an earlier reply answers' : noHandshakeWords(handshake)}
                .
              </span>
            ) : (
              <ul className="text-muted">
                {missing.map((finding) => (
                  <li className="wrap-anywhere" key={finding.words}>
                    <code className="text-text">
                      <ShownText text={finding.words} />
                    </code>
                    : <ShownText text={missWords(finding)} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
