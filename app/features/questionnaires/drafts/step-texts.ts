import {
  type BANDS,
  type PERIODS,
  type PlanStep,
  type QuestionnairePlan,
  STARTS,
} from '#app/features/questionnaires/plan.ts'
import { countOf } from '#app/kernel/format.ts'

/** Whom a plan's texts speak to, in words. */
export const AUDIENCE_NAMES: Readonly<Record<QuestionnairePlan['audience'], string>> = {
  organisation: 'Una organización',
  team: 'Un equipo',
  person: 'Una persona, de «tú»',
}

export const BAND_NAMES: Readonly<Record<(typeof BANDS)[number], string>> = { S: 'Poco', M: 'Medio', L: 'Mucho' }

export const PERIOD_NAMES: Readonly<Record<(typeof PERIODS)[number], string>> = {
  semana: 'Cada semana',
  mes: 'Cada mes',
  trimestre: 'Cada trimestre',
  semestre: 'Cada semestre',
}

/** Days of work as the form has them: `0,5`; '' where nothing was typed. */
export const daysInput = (days: number): string => (days === 0 ? '' : String(days).replace('.', ','))

const NAMES: Readonly<Record<string, string>> = {
  title: 'título',
  why: 'por qué',
  evidence: 'evidencia',
  'owner.role': 'responsable',
  'owner.with': 'con quién',
  'owner.small': 'responsable en una empresa de 30 personas',
  'effort.band': 'esfuerzo',
  effort: 'días de trabajo como máximo',
  'effort.days.0': 'días de trabajo como mínimo',
  'effort.days.1': 'días de trabajo como máximo',
  'effort.money': 'qué puede costar',
  horizon: 'plazo',
  'indicator.name': 'indicador',
  'indicator.formula': 'fórmula del indicador',
  'indicator.target': 'meta del indicador',
  'indicator.every': 'cada cuánto se mide',
  needs: 'lo que necesita antes',
  law: 'ley',
}

const NEED_PARTS: Readonly<Record<string, string>> = { field: 'pregunta', level: 'nivel', why: 'motivo' }

/** What a part of a step is called, by its path in the step: `how.0` is 'cómo, punto 1'; undefined for an unknown one. */
export function partName(path: string): string | undefined {
  const [list = '', position, part = ''] = path.split('.')
  if (list === 'start') return position === undefined ? 'esta semana' : `esta semana, desde el nivel ${position}`
  if (list === 'how' && position !== undefined) return `cómo, punto ${Number(position) + 1}`
  if (list === 'needs' && position !== undefined) {
    return `lo que necesita antes, ${Number(position) + 1}${NEED_PARTS[part] ? `, ${NEED_PARTS[part]}` : ''}`
  }
  return NAMES[path]
}

/** A step's parts by path, as texts for people; '' for what it does not say. */
export function listParts(step: PlanStep): { path: string; text: string }[] {
  const { owner, effort, indicator } = step
  return [
    { path: 'title', text: step.title },
    { path: 'why', text: step.why },
    ...STARTS[step.to].map(level => ({ path: `start.${level}`, text: step.start[level] ?? '' })),
    ...step.how.map((text, index) => ({ path: `how.${index}`, text })),
    { path: 'evidence', text: step.evidence },
    { path: 'owner.role', text: owner.role },
    { path: 'owner.with', text: owner.with ?? '' },
    { path: 'owner.small', text: owner.small ?? '' },
    { path: 'effort.band', text: BAND_NAMES[effort.band] },
    { path: 'effort.days.0', text: daysInput(effort.days[0]) },
    { path: 'effort.days.1', text: daysInput(effort.days[1]) },
    { path: 'effort.money', text: effort.money ?? '' },
    { path: 'horizon', text: countOf(step.horizon, 'día', 'días') },
    { path: 'indicator.name', text: indicator.name },
    { path: 'indicator.formula', text: indicator.formula },
    { path: 'indicator.target', text: indicator.target },
    { path: 'indicator.every', text: PERIOD_NAMES[indicator.every] },
    { path: 'needs', text: step.needs.map(({ field, level, why }) => `${field}, nivel ${level}: ${why}`).join('\n') },
    { path: 'law', text: step.law ?? '' },
  ]
}
