import type { Guide } from '#app/features/catalogue/deliverables.ts'
import { formatSlashedDate } from '#app/kernel/dates.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import type { Mode } from '#app/platform/database/values.ts'
import type { ShownPlan } from './plan/plan-texts.ts'
import type { Report } from './report.ts'
import type { Score } from './scoring.ts'

/** Who answered (specification 2, section 2, 'Results dialog'). What is not known is empty, and shown nowhere. */
type Evaluee = {
  name: string
  email: string
  position: string
  unit: string
  role: string
  company: string
}

/** @template Plan what is known of the plan: `ActionPlan` also has the questions without an action */
export type RunResults<Plan = ShownPlan> = {
  access_id: string
  item_id: string
  product: string
  /** The reader's own answers, or another person's of a purchase that names people. */
  own: boolean
  /** Whether the questionnaire asks for the role with data, or with what it assesses. */
  about_data: boolean
  evaluee: Evaluee
  duration: string
  date: string
  in_progress: boolean
  closed_by_buyer: boolean
  report: Report
  /** What to do next, where it was requested and the run is completed. */
  plan?: Plan | undefined
  /** Those that come with these results, where they were requested; with their texts for the view that shows them. */
  guides?: readonly Guide[]
}

/** A run that its person has not finished: how far it is, and no answer. */
export type UnfinishedResults = Omit<RunResults, 'report' | 'plan' | 'guides'> & {
  report: Pick<Report, 'completeness' | 'answered' | 'total'>
}

/** Whether there is anything to put into a file: an answer of any kind. */
export const hasAnswers = ({ answered, sections }: Pick<Report, 'answered' | 'sections'>): boolean =>
  answered > 0 || sections.some(({ open }) => open.some(({ answer }) => answer !== null))

/** The response of the results' address, for the page and for the dashboard's dialog. */
export type ResultsAnswer<Plan = ShownPlan> =
  | { state: 'found'; results: RunResults<Plan> }
  /** Another person's run: answers are shown once they are finished. */
  | { state: 'unfinished'; results: UnfinishedResults }
  /** The access is the buyer's and nobody has started it. */
  | { state: 'empty' }
  /** Another person's run of a confidential item, which shows no single person's answers (spec D18). */
  | { state: 'confidential' }
  | { state: 'missing' }
  | { state: 'failed' }

/** In the address of the dialog's request: it shows answers, and leaves out the plan's texts. */
export const ANSWERS_ONLY = 'solo-respuestas'

/** Texts of specification 2, section 8, 'Results dialog states'. */
export const LOADING_RESULTS = 'Cargando resultados...'
export const NO_RESULTS = {
  title: 'Sin resultados',
  description: 'No se encontraron resultados para este assessment.',
}
export const CONFIDENTIAL_RESULTS = {
  title: 'Resultados confidenciales',
  description: 'En esta compra las respuestas solo se muestran en grupos de al menos cinco personas distintas.',
}
export const UNFINISHED_RESULTS = {
  title: 'En progreso',
  description: 'Las respuestas se muestran cuando la persona termina.',
}
export const FAILED_RESULTS = { title: 'Error', description: 'No se pudieron cargar los resultados del assessment.' }

const IN_PROGRESS = 'En progreso'

/** Minutes; hours and minutes from an hour on (specification 2, section 9). */
export function durationText(seconds: number | null): string {
  if (seconds === null) return IN_PROGRESS
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return 'Menos de 1 min'
  if (minutes < 60) return `${minutes} min`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** dd/MM/yyyy, or 'En progreso' (specification 2, section 9). */
export const dateText = (end: Date | null): string => (end === null ? IN_PROGRESS : formatSlashedDate(end))

/** How far a section is from its target. */
export function distanceText(distance: number | null): string {
  if (distance === null) return 'Sin nivel que comparar'
  return distance === 0 ? 'Objetivo alcanzado' : `A ${formatLevel(distance)} del objetivo`
}

/**
 * One access of an item. The level is present once it is completed, and never for another person of a confidential
 * item.
 */
export type PersonResult = {
  access_id: string
  /** Another person's of a confidential item: only whether it is completed is shown. */
  confidential: boolean
  name: string
  email: string
  accessed_at: Date | null
  completed_at: Date | null
  progress: number
  closed_by_buyer: boolean
  overall: (Score & { word: string }) | null
}

/** People that the results page lists at once. */
export const PEOPLE_A_PAGE = 50

/** An item with one page of its people. */
export type ItemResults = {
  /** Whether the user may choose how it is read. */
  manages: boolean
  /** From 1. */
  page: number
  pages: number
  id: string
  name: string
  order_number: string
  seats: number
  used_seats: number
  mode: Mode
  people: PersonResult[]
}
