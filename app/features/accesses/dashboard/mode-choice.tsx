import { useState } from 'react'
import { Link } from 'react-router'
import type { DashboardGroup } from '#app/features/accesses/accesses.ts'
import {
  MODE_FIXED,
  MODE_HINT,
  MODE_LEGEND,
  MODE_OPTIONS,
  modeTitle,
  RESULT_MODES,
} from '#app/features/accesses/result-modes.ts'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'

type OfMode = Pick<DashboardGroup, 'item_id' | 'mode' | 'result_mode' | 'mode_fixed' | 'has_questionnaire'>

/** Whether a purchase has a mode at all: a company's whose answers somebody reads. */
export const hasResultMode = ({ mode, has_questionnaire }: OfMode): boolean => mode === 'business' && has_questionnaire

/** Who reads the answers, and until when that can be chosen. */
export const ModeNote = ({ group: { item_id, result_mode, mode_fixed } }: { group: OfMode }) => (
  <div className="mb-5 text-md">
    <p className="font-medium">{modeTitle(result_mode)}</p>
    <p className="mt-1 text-pretty">{RESULT_MODES[result_mode].description}</p>
    {mode_fixed ? (
      <p className="mt-1 text-muted">{MODE_FIXED}</p>
    ) : (
      <p className="mt-1 text-muted">
        <span>{MODE_HINT}</span>{' '}
        <Link
          to={`/account/items/${item_id}/settings`}
          className="inline-flex items-center text-copper underline underline-offset-4 pointer-coarse:min-h-11"
        >
          Elegir quién ve las respuestas
        </Link>
      </p>
    )}
  </div>
)

type ModeChoiceProps = { group: OfMode; error: string | undefined }

/** Who reads the answers, chosen with the first invitation, which fixes it; shown with the later ones. */
export function ModeChoice({ group, error }: ModeChoiceProps) {
  const { item_id, result_mode } = group
  const [mode, setMode] = useState<string>(result_mode)
  if (group.mode_fixed) return <ModeNote group={group} />
  const item = `/account/items/${item_id}`
  return (
    <div>
      <RadioGroup
        legend={MODE_LEGEND}
        name="mode"
        variant="card"
        value={mode}
        onChange={setMode}
        error={error}
        hint={MODE_HINT}
        options={MODE_OPTIONS}
      />
      {mode === 'confidential' && (
        <p className="mt-3 text-md text-muted">
          <span>Los grupos en que se muestran los resultados también quedan fijos.</span>{' '}
          <Link
            to={result_mode === 'confidential' ? `${item}/groups` : `${item}/settings`}
            className="inline-flex items-center text-copper underline underline-offset-4 pointer-coarse:min-h-11"
          >
            Definir los grupos antes
          </Link>
        </p>
      )}
    </div>
  )
}
