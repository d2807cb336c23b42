export type RichSegment = { text: string; strong: boolean }

/** Paragraphs (split at empty lines) of a product's description, with what stands between ** and ** as strong. */
export const parseRichText = (text: string): RichSegment[][] =>
  text
    .split(/\n\s*\n/)
    .map(paragraph => parseParagraph(paragraph.trim()))
    .filter(segments => segments.length > 0)

function parseParagraph(paragraph: string): RichSegment[] {
  const parts = paragraph.split('**')
  // An odd number of marks: the last one opens nothing and stays as it was written.
  if (parts.length % 2 === 0) parts.push([parts.pop(), parts.pop()].toReversed().join('**'))
  return parts.map((text, index) => ({ text, strong: index % 2 === 1 })).filter(segment => segment.text !== '')
}

/** Paragraphs of a description as React nodes: whatever else an administrator writes stays text. */
export function RichTextBlock({ text }: { text: string }) {
  return parseRichText(text).map(segments => (
    <p key={segments.map(segment => segment.text).join('')}>
      {segments.map(segment => (segment.strong ? <strong key={segment.text}>{segment.text}</strong> : segment.text))}
    </p>
  ))
}
