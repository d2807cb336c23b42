import { parseRichText } from './rich-text.ts'

/** Paragraphs of a description as React nodes: whatever else an administrator writes stays text. */
export function RichTextBlock({ text }: { text: string }) {
  return parseRichText(text).map(segments => (
    <p key={segments.map(segment => segment.text).join('')}>
      {segments.map(segment => (segment.strong ? <strong key={segment.text}>{segment.text}</strong> : segment.text))}
    </p>
  ))
}
