import { Badge } from '#app/kit/ui/badge.tsx'
import type { Tone } from '#app/kit/ui/tone.ts'

/** A result as it is shown: `figures` are its date and amount. */
export type SearchResultRow = {
  id: string
  title: string
  detail: string
  to: string
  state?: { label: string; tone: Tone } | undefined
  figures: string
}

/** A result's name and state, and below its detail, date and amount. */
export const SearchResult = ({ row: { title, detail, state, figures } }: { row: SearchResultRow }) => (
  <>
    <span className="flex items-start justify-between gap-3">
      <span className="min-w-0 font-medium wrap-anywhere">{title}</span>
      {state && (
        <span className="flex-none">
          <Badge tone={state.tone}>{state.label}</Badge>
        </span>
      )}
    </span>
    <span className="mt-0.5 flex flex-wrap justify-between gap-x-3 text-sm text-muted">
      <span className="min-w-0 wrap-anywhere">{detail}</span>
      <span className="whitespace-nowrap tabular-nums">{figures}</span>
    </span>
  </>
)
