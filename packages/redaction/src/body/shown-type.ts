import { parseContentType } from '@hookwell/bodies/content-type';
import { hiddenValue } from '../rules.ts';

/** A media type of these may be any text. */
const knownSubtypes =
  /^(?:application\/(?:json|xml|x-www-form-urlencoded|octet-stream|pdf|zip|gzip|ndjson|x-ndjson|cloudevents\+json|soap\+xml|problem\+json|grpc|x-protobuf|msgpack|cbor)|multipart\/(?:form-data|mixed|related|alternative)|text\/(?:plain|html|css|csv|xml|json|javascript)|image\/(?:png|jpeg|gif|webp|svg\+xml)|audio\/(?:mpeg|ogg|wav)|video\/(?:mp4|webm))$/;
const topLevels = /^(?:application|audio|font|image|message|model|multipart|text|video)(?=\/)/;

/** What is shown of a content type where all values are hidden: a well-known media type, or its kind. */
export function shownType(header: string): string {
  const { mediaType } = parseContentType(header);
  if (knownSubtypes.test(mediaType)) return mediaType;
  const [kind] = topLevels.exec(mediaType) ?? [];
  return kind === undefined ? hiddenValue : `${kind}/${hiddenValue}`;
}
