import { countOf, formatInteger, inNumber } from '#app/kernel/format.ts'

/** What a purchase asks of whoever reads the dashboard, or else offers them: the one button of its row. */
export type NextStep =
  | 'continue'
  | 'invite'
  | 'remind'
  | 'publish'
  | 'start'
  | 'results'
  | 'workshop'
  | 'people'
  | 'details'

/** What decides the next step of a purchase. */
export type StepFact =
  /** The own seat can be answered, and has been begun. */
  | 'own_begun'
  /** The own seat can be answered, and has not been begun. */
  | 'own_waits'
  /** The own seat of a product without a questionnaire. */
  | 'own_workshop'
  /** One seat in all. */
  | 'for_one'
  /** Seats are left, for whoever may invite, while people can answer. */
  | 'can_invite'
  | 'nobody_invited'
  | 'nobody_done'
  /** Somebody may be reminded now (`isReminderDue`). */
  | 'reminders_due'
  /** Confidential results that wait for their round to be closed, with enough people and nobody left to wait for. */
  | 'can_publish'
  | 'has_results'
  /** Results of everybody who was asked, the last answer within `NEW_RESULT_DAYS`. */
  | 'new_results'
  /** Several seats, for whoever manages them. */
  | 'has_people'

type StepRule = { step: NextStep; when: readonly StepFact[] }

/** Days in which a finished result is new: its buyer sees it before anything else. */
export const NEW_RESULT_DAYS = 7

/**
 * In this order: a result that has just been finished, what is half done, what was paid for and nobody uses, who waits for a reminder, what waits for a decision, and the own answers
 * of a purchase for one. A company's own seat comes with it, so that inviting goes before it and results go before it. The page's query
 * orders purchases by the same rules.
 */
export const STEP_RULES: readonly StepRule[] = [
  { step: 'results', when: ['new_results'] },
  { step: 'continue', when: ['own_begun'] },
  { step: 'invite', when: ['can_invite', 'nobody_invited'] },
  { step: 'remind', when: ['reminders_due'] },
  { step: 'publish', when: ['can_publish'] },
  { step: 'start', when: ['own_waits', 'for_one'] },
  { step: 'invite', when: ['can_invite', 'nobody_done'] },
  { step: 'start', when: ['own_waits', 'nobody_done'] },
  { step: 'results', when: ['has_results'] },
  { step: 'workshop', when: ['own_workshop'] },
  { step: 'invite', when: ['can_invite'] },
  { step: 'people', when: ['has_people'] },
]

/** Where no rule holds: a product's page. */
const NO_RULE: StepRule = { step: 'details', when: [] }

const ruleOf = (facts: readonly StepFact[]): StepRule =>
  STEP_RULES.find(({ when }) => when.every(fact => facts.includes(fact))) ?? NO_RULE

/** The first step whose facts all hold. */
export const nextStep = (facts: readonly StepFact[]): NextStep => ruleOf(facts).step

/** Where a purchase stands in the list. */
export const RANKS = { news: 0, needs: 1, results: 2, rest: 3 } as const
export type Rank = (typeof RANKS)[keyof typeof RANKS]

const NEEDING: readonly NextStep[] = ['continue', 'invite', 'remind', 'publish', 'start']

/** Where a rule places its purchase. */
export const ruleRank = ({ step, when }: StepRule = NO_RULE): Rank => {
  if (when.includes('new_results')) return RANKS.news
  return NEEDING.includes(step) ? RANKS.needs : step === 'results' ? RANKS.results : RANKS.rest
}

/** Where its facts place a purchase. */
export const purchaseRank = (facts: readonly StepFact[]): Rank => ruleRank(ruleOf(facts))

type Counted = { total_seats: number; used_seats: number; due_reminders: number }

/** The label of a purchase's button. */
export function stepLabel(step: NextStep, { total_seats, used_seats, due_reminders }: Counted): string {
  switch (step) {
    case 'continue':
      return 'Continuar'
    case 'start':
      return 'Comenzar'
    case 'invite':
      return `Invitar a ${countOf(total_seats - used_seats, 'persona', 'personas')}`
    case 'remind':
      return `Recordar a ${formatInteger(due_reminders)}`
    case 'publish':
      return 'Publicar resultados'
    case 'results':
      return 'Ver resultados'
    case 'workshop':
      return 'Ver taller'
    case 'people':
      return 'Ver personas'
    case 'details':
      return 'Ver Detalles'
  }
}

/** What tells how far the answers of a purchase are. */
export type Answered = {
  total_seats: number
  /** People who were asked to answer; the own seat of a company's purchase counts once it is begun. */
  asked: number
  completed: number
  has_questionnaire: boolean
  own: { state: 'completed' | 'in_progress' | 'pending'; progress: number } | undefined
}

/** Why a step is the next one, as the page of its purchase says it above the button. */
export function stepReason(step: NextStep, { total_seats, used_seats, due_reminders }: Counted): string {
  const left = total_seats - used_seats
  switch (step) {
    case 'continue':
      return 'Comenzaste a responder y todavía no terminas. Lo que respondiste está guardado.'
    case 'start':
      return 'Tu asiento espera: puedes responder cuando quieras, y seguir después donde quedaste.'
    case 'invite':
      return `${inNumber(left, 'Queda', 'Quedan')} ${countOf(left, 'asiento', 'asientos')} sin asignar. Cada persona recibe un correo con su código.`
    case 'remind':
      return `${countOf(due_reminders, 'persona invitada no ha terminado', 'personas invitadas no han terminado')}. Un recordatorio les lleva su código y el plazo.`
    case 'publish':
      return 'Ya no hay a quién esperar: publica la ronda para ver sus resultados.'
    case 'results':
      return 'Los resultados están listos.'
    case 'workshop':
      return 'Tu taller está disponible.'
    case 'people':
      return 'No falta nada de tu parte. Aquí ves cómo va cada persona.'
    case 'details':
      return 'No falta nada de tu parte.'
  }
}

/** How far the answers of a purchase are: a text, and the same as a bar where there is anything to measure. */
export function answeredText(group: Answered): { text: string; value: number; max: number } | { text: string } {
  const { total_seats, asked, completed, has_questionnaire, own } = group
  if (total_seats === 1 && own && has_questionnaire) {
    if (own.state === 'completed') return { text: 'Respondida', value: 100, max: 100 }
    const text = own.state === 'pending' ? 'Sin comenzar' : `${own.progress}% respondido`
    return { text, value: own.progress, max: 100 }
  }
  if (asked === 0) return { text: 'Nadie está invitado todavía' }
  const verb = has_questionnaire
    ? inNumber(completed, 'respondió', 'respondieron')
    : inNumber(completed, 'completó', 'completaron')
  return { text: `${formatInteger(completed)} de ${formatInteger(asked)} ${verb}`, value: completed, max: asked }
}
