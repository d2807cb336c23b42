import { Link } from 'react-router'
import { AUDIT_FILTERS } from '#app/features/audit/audit.ts'
import type { DiffPart, DiffRun } from '#app/features/texts/document-diff.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import type { Tone } from '#app/kit/ui/tone.ts'
import type { ShownVersion } from './email-editor.server.ts'

const KINDS: Record<DiffPart['kind'], { word: string; tone: Tone }> = {
  added: { word: 'Nuevo', tone: 'good' },
  removed: { word: 'Se quita', tone: 'poor' },
  changed: { word: 'Cambia', tone: 'copper' },
}

const RUNS: Record<DiffRun['kind'], { Tag: 'del' | 'ins' | 'span'; className?: string }> = {
  removed: { Tag: 'del', className: 'text-poor' },
  added: { Tag: 'ins', className: 'bg-good/12 decoration-good' },
  same: { Tag: 'span' },
}

/** A text with what was taken out of it and what was put in. */
function DiffText({ runs }: { runs: readonly DiffRun[] }) {
  let offset = 0
  return (
    <p className="mt-1 text-md whitespace-pre-line wrap-anywhere">
      {runs.map(({ kind, text }) => {
        const key = offset
        offset += text.length
        const { Tag, className } = RUNS[kind]
        return (
          <Tag key={key} className={className}>
            {text}
          </Tag>
        )
      })}
    </p>
  )
}

/** What differs between two versions of a mail, word by word. */
export function MailDiff({ parts }: { parts: readonly DiffPart[] }) {
  return (
    <ul className="grid gap-3">
      {parts.map(({ kind, where, runs }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a difference has no other name, and none is added later.
        <li key={index} className="border-t border-line pt-3">
          <p className="flex flex-wrap items-center gap-x-3 text-md font-medium">
            <span>{where}</span> <Badge tone={KINDS[kind].tone}>{KINDS[kind].word}</Badge>
          </p>
          <DiffText runs={runs} />
        </li>
      ))}
    </ul>
  )
}

type MailVersionsProps = {
  mail: string
  versions: readonly ShownVersion[]
  seen: number
  pending: boolean
  isDirty: boolean
}

/** The published versions of a mail, each with what it changed, to be opened again in the editor. */
export function MailVersions({ mail, versions, seen, pending, isDirty }: MailVersionsProps) {
  if (versions.length === 0) return null
  const all = new URLSearchParams({ [AUDIT_FILTERS.entity]: 'mail_text', search: mail, periodo: 'todo' })
  return (
    <Panel
      title="Versiones"
      description={
        <>
          <span>Las últimas que se publicaron. Todas quedan en</span>{' '}
          <Link to={`/admin/audit?${all}`} className="text-copper underline underline-offset-4">
            Auditoría
          </Link>
          <span>.</span>
        </>
      }
    >
      <ol className="grid gap-4">
        {versions.map(({ id, at, by, isOriginal, changes }, index) => (
          <li key={id} className="border-t border-line pt-4 first:border-0 first:pt-0">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="text-md">
                <span className="font-medium tabular-nums">{formatDateTime(at)}</span>
                <span className="text-muted">
                  {`${by ? `, ${by}` : ''}${isOriginal ? ', vuelve al original' : ''}`}
                </span>{' '}
                {index === 0 && <Badge tone="good">Vigente</Badge>}
              </p>
              {changes && index > 0 && (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="seen" value={seen} />
                  <ConfirmedSubmit
                    value={`load.${id}`}
                    variant="secondary"
                    size="sm"
                    pending={pending}
                    aria-label={`Restaurar la versión del ${formatDateTime(at)}`}
                    asks={() => isDirty}
                    question="¿Abrir esta versión en el editor?"
                    consequence="Lo que escribiste y no publicaste se reemplaza."
                    confirm="Abrir la versión"
                  >
                    Restaurar
                  </ConfirmedSubmit>
                </Form>
              )}
            </div>
            {changes && changes.length > 0 && (
              <details>
                <summary className="inline-flex min-h-11 items-center text-md font-medium text-copper">
                  {countOf(changes.length, 'cambio', 'cambios')}
                </summary>
                <MailDiff parts={changes} />
              </details>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
