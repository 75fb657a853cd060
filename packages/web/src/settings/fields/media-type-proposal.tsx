import { Button } from '../../ui/button.tsx';

/** The beginnings of bodies that are most likely of a type. One that begins with a field of the request may be anything. */
const beginnings = [
  { name: 'JSON', mediaType: 'application/json', begins: /^\s*(?:\{\s*["}]|\[(?!\[))/ },
  { name: 'HTML', mediaType: 'text/html; charset=utf-8', begins: /^\s*<(?:!doctype html|html)\b/i },
  { name: 'XML', mediaType: 'application/xml', begins: /^\s*<\?xml\b/ },
] as const;

interface MediaTypeProposalProps {
  body: string;
  onUse: (mediaType: string) => void;
}

/** For a body without a media type that looks like one of another: what that would change. */
export function MediaTypeProposal({ body, onUse }: MediaTypeProposalProps) {
  const proposed = beginnings.find(({ begins }) => begins.test(body));
  if (proposed === undefined) return null;
  const { name, mediaType } = proposed;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 bg-warn-soft px-2 py-1 text-xs text-warn">
      <span>
        This looks like {name} and is sent as text/plain
        {body.includes('{{') && `, with values inserted as they are: a quote or < in one breaks it`}
        .
      </span>
      <Button onClick={() => onUse(mediaType)} size="small" tone="quiet">
        Send as {name}
        {body.includes('{{') && ', values escaped'}
      </Button>
    </p>
  );
}
