import type ArrowUp from 'lucide-react/icons/arrow-up'
import Trash2 from 'lucide-react/icons/trash-2'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { PLAN_CONTROLS } from '#app/features/questionnaires/drafts/plan-form.ts'
import { type Scale, scaleControl } from '#app/features/questionnaires/drafts/scales.ts'
import type { Problem } from '#app/features/questionnaires/field-rules.ts'
import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { Button } from '#app/kit/ui/button.tsx'
import type { SaveStatus } from './use-draft-autosave.ts'

type StepProps = { intent: string; label: string; Icon: typeof ArrowUp; disabled?: boolean | undefined }

/** A button that changes the structure of the draft, after saving what is typed. */
export function Step({ intent, label, Icon, disabled }: StepProps) {
  return (
    <Button
      type="submit"
      name="intent"
      value={intent}
      variant="ghost"
      size="icon-sm"
      aria-label={label}
      title={label}
      disabled={disabled}
    >
      <Icon aria-hidden="true" />
    </Button>
  )
}

type RemoveStepProps = {
  intent: string
  label: string
  consequence: string
  asks?: (button: HTMLButtonElement) => boolean
}

/** The step that removes something, after confirmation. */
export const RemoveStep = ({ intent, label, consequence, ...requested }: RemoveStepProps) => (
  <ConfirmedSubmit
    {...requested}
    value={intent}
    variant="ghost"
    size="icon-sm"
    aria-label={label}
    title={label}
    question={`¿${label}?`}
    consequence={consequence}
    confirm="Quitar"
  >
    <Trash2 aria-hidden="true" />
  </ConfirmedSubmit>
)

const WORDS: Record<SaveStatus, string> = {
  saved: 'Guardado',
  unsaved: 'Sin guardar',
  saving: 'Guardando…',
  conflict: 'No se guardó: hay cambios de otra persona',
  refused: 'No se guardó',
  unreached: 'Sin conexión: se guardará al volver',
  signed_out: 'Sin sesión: se guardará cuando entres de nuevo',
}

type DraftToolbarProps = { status: SaveStatus; onSave: () => void; actions: Blocks }

/** The state of saving, and the next steps; sticky. */
export function DraftToolbar({ status, onSave, actions }: DraftToolbarProps) {
  return (
    <div className="z-20 mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-y border-line bg-paper py-2.5 [@media(min-height:40rem)]:sticky [@media(min-height:40rem)]:top-16">
      <p role="status" className="mr-auto text-md font-medium text-muted">
        {WORDS[status]}
      </p>
      {status !== 'saved' && status !== 'saving' && status !== 'conflict' && (
        <Button variant="secondary" size="sm" onClick={onSave}>
          Guardar ahora
        </Button>
      )}
      {actions}
    </div>
  )
}

/** A screen of the editor: 'general', 'niveles', 'escalas', 'plan', the steps of a question, or a section's number from 1. */
export type DraftPart = 'general' | 'niveles' | 'escalas' | 'plan' | StepsPart | number
type StepsPart = `pasos-${string}`

export const PART_NAMES = { general: 'General', niveles: 'Niveles', escalas: 'Escalas', plan: 'Plan' } as const

const STEPS_PART = /^pasos-[a-z][a-z0-9_]{1,79}$/
const isStepsPart = (value: string): value is StepsPart => STEPS_PART.test(value)

/** The part with the steps of a question, by its field. */
export const stepsPart = (field: string): StepsPart => `pasos-${field}`

/** The question whose steps a part has; undefined for any other. */
export const fieldOfPart = (part: DraftPart): string | undefined =>
  typeof part === 'string' && isStepsPart(part) ? part.slice('pasos-'.length) : undefined

/** What a part is called, for those who can't see the page. */
export function partName(part: DraftPart): string {
  if (typeof part === 'number') return `Sección ${part}`
  return isStepsPart(part) ? `Pasos de la pregunta ${fieldOfPart(part)}` : PART_NAMES[part]
}

/** The part of an address or a form; 'general' for anything else. @param sections how many there are. */
export function readPart(value: string | null | undefined, sections: number): DraftPart {
  if (value === 'niveles' || value === 'escalas' || value === 'plan') return value
  if (value && isStepsPart(value)) return value
  const section = Number(value ?? '')
  return Number.isInteger(section) && section > 0 && section <= sections ? section : 'general'
}

/** The address of a part within the editor. */
export const partAddress = (part: DraftPart): string => `?seccion=${part === 'general' ? 0 : part}`

/** Where a problem is mended. */
export function problemPart({ section, field, control = '' }: Problem): DraftPart {
  if (PLAN_CONTROLS.isOfQuestion(control) && field !== undefined) return stepsPart(field)
  if (section !== undefined) return section
  return PLAN_CONTROLS.isOfPlan(control) ? 'plan' : control.startsWith('level.') ? 'niveles' : 'general'
}

/** The anchor of a control, by its name. */
export const controlAnchor = (name: string): string => `campo-${name}`
/** The anchor of a question, by its field. */
export const questionAnchor = (field: string): string => `pregunta-${field}`
/** The anchor of the step of a question to a level. */
export const stepAnchor = (field: string, goal: number): string => `paso-${field}-${goal}`
/** The anchor of a section's own fields. */
export const SECTION_ANCHOR = 'seccion'

/** Where a problem is mended, down to the control. @param draft the editor's address, empty where it is open. */
export function problemAddress(problem: Problem, draft = ''): string {
  const { control, field } = problem
  const anchor = control === undefined ? field && questionAnchor(field) : controlAnchor(control)
  return `${draft}${partAddress(problemPart(problem))}${anchor === undefined ? '' : `#${anchor}`}`
}

/** The problems of the controls of a part. A point of a scale has those of the first question that uses it. */
export const problemsIn = (part: DraftPart, problems: readonly Problem[], scales: readonly Scale[]): Problem[] =>
  part === 'escalas'
    ? scales.flatMap(({ points, questions: [first] }, scale) =>
        points.flatMap((_, position) =>
          problems
            .filter(({ control }) => control === `${first?.field}.option.${position + 1}`)
            .map(problem => ({ ...problem, control: scaleControl(scale, position + 1) })),
        ),
      )
    : problems.filter(problem => problemPart(problem) === part)

type Controls = { errors: ReadonlyMap<string, string>; visit: (name: string) => void }

const Context = createContext<Controls>({ errors: new Map(), visit: () => undefined })

/** Returns the name, anchor and error of a control of the editor. */
export function useControl() {
  const { errors, visit } = useContext(Context)
  return (name: string) => ({ name, id: controlAnchor(name), error: errors.get(name), onBlur: () => visit(name) })
}

/**
 * Shows a part's problems beside their controls, once somebody has been there: a question that was just added is not
 * wrong yet. The link to a problem visits its control, too.
 */
export function DraftControls({ problems, children }: { problems: readonly Problem[]; children: ReactNode }) {
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const { hash, key } = useLocation()

  const visit = (name: string) => setVisited(known => (known.has(name) ? known : new Set([...known, name])))

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the same place leads there again.
  useEffect(() => {
    const target = hash.length > 1 ? document.getElementById(decodedHash(hash)) : null
    const control = target?.matches('input, textarea, select')
      ? target
      : target?.querySelector<HTMLElement>('textarea, input')
    control?.focus()
    const name = target === control ? control?.getAttribute('name') : null
    if (name && problems.some(problem => problem.control === name)) visit(name)
  }, [hash, key])

  const errors = new Map(
    problems.flatMap(({ control, reason, text }) =>
      control !== undefined && visited.has(control) ? [[control, reason ?? text] as const] : [],
    ),
  )
  return <Context value={{ errors, visit }}>{children}</Context>
}

function decodedHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}
