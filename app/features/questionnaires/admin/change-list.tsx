import type { Change } from '#app/features/questionnaires/drafts/draft-diff.ts'
import { Badge } from '#app/kit/ui/badge.tsx'
import type { Tone } from '#app/kit/ui/tone.ts'

const KINDS: Record<Change['kind'], { word: string; tone: Tone }> = {
  added: { word: 'Nuevo', tone: 'good' },
  removed: { word: 'Se quita', tone: 'poor' },
  changed: { word: 'Cambia', tone: 'copper' },
  moved: { word: 'Se mueve', tone: 'neutral' },
}

/** Differences by section: the current and the new text. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const parts = [...Map.groupBy(changes, change => change.section)]
  return (
    <div className="grid gap-8">
      {parts.map(([section, own]) => (
        <section key={section} aria-label={section === 0 ? 'General' : `Sección ${section}`}>
          <h3 className="text-base">{section === 0 ? 'General' : `Sección ${section}`}</h3>
          <ul className="mt-2">
            {own.map(change => (
              <li key={`${change.where} ${change.kind}`} className="border-t border-line py-3">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-md font-medium">
                  <span>{change.where}</span> <Badge tone={KINDS[change.kind].tone}>{KINDS[change.kind].word}</Badge>
                </p>
                {change.before !== undefined && (
                  <p className="mt-1.5 text-md whitespace-pre-line text-muted">
                    <del className="decoration-poor/60">{change.before}</del>
                  </p>
                )}
                {change.after !== undefined && (
                  <p className="mt-1 text-md whitespace-pre-line">
                    <ins className="no-underline">{change.after}</ins>
                  </p>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
