export type RichSegment = { text: string; strong: boolean }

/** Splits a product's description into paragraphs (at empty lines), with text between ** and ** as bold. */
export const parseRichText = (text: string): RichSegment[][] =>
  text
    .split(/\n\s*\n/)
    .map(paragraph => parseParagraph(paragraph.trim()))
    .filter(segments => segments.length > 0)

function parseParagraph(paragraph: string): RichSegment[] {
  const parts = paragraph.split('**')
  // With an odd number of marks the last one is literal text.
  if (parts.length % 2 === 0) parts.push([parts.pop(), parts.pop()].toReversed().join('**'))
  return parts.map((text, index) => ({ text, strong: index % 2 === 1 })).filter(segment => segment.text !== '')
}

/** A description's paragraphs as React nodes: anything else that an administrator writes stays text. */
export function RichTextBlock({ text }: { text: string }) {
  return parseRichText(text).map(segments => (
    <p key={segments.map(segment => segment.text).join('')}>
      {segments.map(segment => (segment.strong ? <strong key={segment.text}>{segment.text}</strong> : segment.text))}
    </p>
  ))
}
