import { cutText } from '#app/kernel/text.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'
import type { AccessStatus, Mode, OrganisationRole, ProductType, ResultMode } from '#app/platform/database/values.ts'
import type { NextStep, Rank } from './dashboard/next-step.ts'

export type AccessState = 'completed' | 'in_progress' | 'pending'

/** Labels of specification 2, section 4. */
export const ACCESS_LABELS: Record<AccessState, string> = {
  completed: 'Completado',
  in_progress: 'En progreso',
  pending: 'Pendiente',
}

type Progressed = { accessed_at: Date | null; completed_at: Date | null }

/** completed_at set means Completado; otherwise accessed_at set means En progreso; otherwise Pendiente. */
export function accessState({ accessed_at, completed_at }: Progressed): AccessState {
  if (completed_at) return 'completed'
  return accessed_at ? 'in_progress' : 'pending'
}

/** Accesses of an item that are not revoked, and how many of them are completed and started. */
type CountedAccesses = { people: number; completed: number; started: number }

/**
 * Completed when there is an access and all are completed; in progress when any is completed or started; otherwise
 * pending.
 */
export function groupState(counted: CountedAccesses): AccessState {
  if (counted.people > 0 && counted.completed === counted.people) return 'completed'
  return counted.completed > 0 || counted.started > 0 ? 'in_progress' : 'pending'
}

/** An assigned seat as its buyer sees it. */
export type DashboardAccess = {
  id: string
  email: string
  name: string
  job_role: string
  department: string
  /** Null for another person's access of a confidential item (spec D18). */
  access_code: string | null
  /** The buyer's own access, which needs no invitation. */
  own: boolean
  /** The own access of a colleague who bought for the organisation: its code is nobody else's. */
  of_buyer: boolean
  /**
   * Another person's access of a confidential item: its answers are shown to nobody, and it is completed or pending.
   */
  confidential: boolean
  state: AccessState
  /** Percentage of answered closed questions. */
  progress: number
  expires_at: Date
  expired: boolean
}

/** The user's own seat of a purchase. */
export type OwnAccess = Pick<DashboardAccess, 'id' | 'email' | 'name' | 'own' | 'state' | 'progress' | 'expired'>

/** One item of a paid order (specification 2, section 3). Durations in minutes. */
export type DashboardGroup = {
  item_id: string
  /** What the user may do with it. */
  role: OrganisationRole
  order_id: string
  order_number: string
  order_created_at: Date
  assessment_id: string
  slug: string
  name: string
  description: string
  type: ProductType
  has_questionnaire: boolean
  duration_min: number
  duration_max: number | null
  mode: Mode
  result_mode: ResultMode
  /** Whether an invitation promised that mode. */
  mode_fixed: boolean
  /** The earlier purchase that it measures again: its list of people is there to invite. */
  repeats_order_item_id: string | null
  total_seats: number
  /** Accesses that are not revoked. */
  used_seats: number
  /** The date that the buyer asked people to answer by, while it is ahead. */
  due_at: Date | null
  /** When the time to answer ends (the order's days since the payment), and whether it is over. */
  ends_at: Date
  expired: boolean
  state: AccessState
  /** How many of its accesses are completed, shown or not. */
  completed: number
  /** People who were asked to answer; the own seat of a company's purchase counts once it is begun. */
  asked: number
  /** Whether others' results can be shown: of a confidential one, whether a round is published. */
  published: boolean
  /** The general level of its results, 1 to 5, where they are shown and have one: the mean, or that as it is shown. */
  level: number | null
  /** How many people may be reminded now. */
  due_reminders: number
  step: NextStep
  /** Where it stands among the others. */
  rank: Rank
  /** Undefined after it was given away or revoked. */
  own: OwnAccess | undefined
  /** Its first accesses, where it is opened. */
  accesses?: DashboardAccess[]
}

/** A purchase that is opened. */
export type OpenedGroup = DashboardGroup & { accesses: DashboardAccess[] }

/** Whether a purchase is opened. */
export const isOpened = (group: DashboardGroup): group is OpenedGroup => group.accesses !== undefined

/** The dashboard's four counters. */
export type GroupCounts = Record<AccessState, number> & { total: number }

type OwnButton = 'start' | 'continue' | 'completed' | 'workshop'

export type GroupButtons = {
  /** What the buyer can do with the own access; undefined without one, or after its expiry. */
  own: { button: OwnButton; access: OwnAccess } | undefined
  /** The own access, once started. */
  finish: OwnAccess | undefined
  invite: boolean
  configure: boolean
  /** More seats can be bought for it. */
  addSeats: boolean
  /** Where 'Resultados' leads: to the report, or, while there is none, to the page that says why. */
  results: { kind: 'file' | 'page'; path: string } | undefined
}

/** Which buttons a group has (specification 2, section 2, 'Buyer dashboard'). */
export function groupButtons(group: DashboardGroup): GroupButtons {
  const access = group.own
  const button = access && ownButton(group, access)
  const manages = group.role !== 'results'
  return {
    own: access && button && { button, access },
    finish: access?.state === 'in_progress' && group.has_questionnaire ? access : undefined,
    invite: manages && group.used_seats < group.total_seats && !group.expired,
    configure: manages && group.total_seats > 1,
    addSeats: group.role === 'buyer' && group.mode === 'business' && !group.expired,
    results: group.has_questionnaire ? findReport(group) : undefined,
  }
}

/** The buyer's own report where nobody else can take part, as soon as there are answers; else that of everybody who has completed. */
function findReport({ item_id, total_seats, completed, published, ...group }: DashboardGroup): GroupButtons['results'] {
  const own = total_seats === 1 ? group.own : undefined
  const page = own ? `/account/results/${own.id}` : `/account/items/${item_id}/results`
  const hasAnswers = own ? own.progress > 0 : completed > 0 && published
  if (!hasAnswers) return { kind: 'page', path: page }
  return { kind: 'file', path: own ? `${page}/report` : `/account/items/${item_id}/report` }
}

function ownButton(group: DashboardGroup, access: OwnAccess): OwnButton | undefined {
  if (group.type === 'workshop' && !group.has_questionnaire) return 'workshop'
  if (access.state === 'completed') return 'completed'
  if (access.expired) return undefined
  return access.state === 'in_progress' ? 'continue' : 'start'
}

/** The choices of the invite form (specification 2, section 3). */
export const JOB_ROLES = {
  gerente: 'Gerente',
  director: 'Director',
  analista: 'Analista',
  coordinador: 'Coordinador',
  especialista: 'Especialista',
  consultor: 'Consultor',
  otro: 'Otro',
} as const

export type JobRole = keyof typeof JOB_ROLES

/** Whether a text is one of the choices of the invite form. */
export const isJobRole = (value: string): value is JobRole => Object.hasOwn(JOB_ROLES, value)

/** A person's role for display: the label of a choice, or the text that was entered. */
export const jobRoleText = (stored: string | null): string =>
  stored !== null && isJobRole(stored) ? JOB_ROLES[stored] : (stored ?? '')

/** Maximum characters of an invited person's fields. */
export const MAX_NAME = 120
export const MAX_FULL_NAME = 200
export const MAX_EMAIL = 254

/** Splits a full name from one field; mails greet with the first word. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return { first_name: cutText(first, MAX_NAME), last_name: cutText(rest.join(' '), MAX_NAME) }
}

export type ListedState = 'invited' | 'accessed' | 'completed' | 'expired' | 'revoked'

/** Labels of the back office (specification 2, section 4). */
export const LISTED_STATES: Statuses<ListedState> = {
  invited: { label: 'Invitado', tone: 'neutral' },
  accessed: { label: 'Accedió', tone: 'fair' },
  completed: { label: 'Completó', tone: 'good' },
  expired: { label: 'Expirado', tone: 'poor' },
  revoked: { label: 'Revocado', tone: 'neutral' },
}

/** Whether the time of an access, or of the purchase that it belongs to, is over. It ends at that instant. */
export const isExpired = ({ expires_at }: { expires_at: Date }, now: Date): boolean => expires_at <= now

/** Said to whoever buys where that time is over. */
export const EXPIRED = { title: 'Plazo vencido', text: 'El plazo para responder este assessment ya terminó' } as const

/** The state in the back office; an access completed in time stays completed. */
export function listedState(access: { status: AccessStatus; expires_at: Date }, now: Date): ListedState {
  if (access.status === 'revoked' || access.status === 'completed') return access.status
  if (isExpired(access, now)) return 'expired'
  return access.status === 'in_use' ? 'accessed' : 'invited'
}
