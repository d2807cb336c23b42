import { shorten } from '#app/features/results/files/document-parts.ts'
import type {
  ReportAction,
  ReportBlock,
  ReportChapter,
  ReportPlanRow,
} from '#app/features/results/files/report-content.ts'
import { progressText, STATES, type WorkedAction } from '#app/features/results/plan-actions/plan-actions.ts'
import { formatDay } from '#app/kernel/dates.ts'
import type { Action } from './action-plan.ts'
import {
  ADDED_SUBJECT,
  actionTitle,
  addedTexts,
  decimalText,
  decisionsTitle,
  decisionWhen,
  FEW,
  HOW,
  impactText,
  listEntries,
  listMeans,
  listProofs,
  listWork,
  MATRIX_TEXT,
  MATRIX_TITLE,
  measureTexts,
  nextEntries,
  nextName,
  nextTitle,
  type PlanEntry,
  planIntro,
  reasonText,
  recommendedLabel,
  type ShownPlan,
  START,
  subjectText,
  TALK,
  type WeighedAction,
  weighedActions,
} from './plan-texts.ts'
import { ACTION_KINDS } from './question-state.ts'

type Written = {
  /** People who are counted. */
  people: number
  /** Whether the reader answered. */
  isOwn?: boolean
}

/** The plan on paper, as the page has it. @param plan with an action at least */
export function planChapter(plan: ShownPlan, { people, isOwn = false }: Written): ReportChapter {
  const weighed = weighedActions(plan)
  return {
    title: 'Plan',
    intro: introOf(plan, isOwn),
    blocks: [
      {
        type: 'actions',
        title: 'Acciones',
        actions: listEntries(plan).map(entry => writeEntry(entry, plan, people)),
      },
      ...(weighed.length === 0
        ? []
        : [
            {
              type: 'table' as const,
              title: MATRIX_TITLE,
              columns: [
                { label: 'Acción', share: 5, align: 'left' as const },
                { label: 'Impacto', share: 1, align: 'right' as const },
                { label: 'Días', share: 1, align: 'right' as const },
              ],
              rows: weighed.map(({ number, action, impact, effort }) => [
                `${number}. ${actionTitle(action)}`,
                impactText(impact),
                decimalText(effort),
              ]),
            },
            { type: 'text' as const, title: null, paragraphs: [MATRIX_TEXT] },
          ]),
      ...afterActions(plan),
    ],
  }
}

const introOf = (plan: ShownPlan, isOwn = false): string =>
  plan.work?.begun ? `${progressText(plan.work)}.` : planIntro(plan, { isOwn })

/** What to decide, and what the plan assumes. */
const afterActions = (plan: ShownPlan): ReportBlock[] => [
  ...(plan.decisions.length === 0
    ? []
    : [
        {
          type: 'terms' as const,
          title: decisionsTitle(plan),
          terms: plan.decisions.map(decision => ({
            term: decision.title,
            text: `${decision.ask}. ${decisionWhen(decision)}`,
            tone: 'neutral' as const,
          })),
        },
      ]),
  ...(plan.note === null ? [] : [{ type: 'text' as const, title: null, paragraphs: [plan.note] }]),
]

/** The plan as one table, a row for each action; how each is done stands in `planAppendix`. @param plan with an action at least */
export function planTable(plan: ShownPlan): ReportChapter {
  const weighed = new Map(weighedActions(plan).map(each => [each.number, each]))
  return {
    title: 'Plan',
    intro: `${introOf(plan)}${listDetailed(plan).length === 0 ? '' : DETAILS_TEXT}`,
    blocks: [
      {
        type: 'plan',
        title: 'Acciones',
        isWeighed: weighed.size > 0,
        rows: listEntries(plan).map(entry => planRow(entry, weighed.get(entry.place))),
      },
      ...(weighed.size === 0 ? [] : [{ type: 'text' as const, title: null, paragraphs: [MATRIX_TEXT] }]),
      ...afterActions(plan),
    ],
  }
}

function planRow({ place, title, action, work }: PlanEntry, weighed: WeighedAction | undefined): ReportPlanRow {
  return {
    mark: String(place),
    title,
    kind: action ? ACTION_KINDS[action.kind] : ADDED.kind,
    subject: action ? subjectText(action) : ADDED.subject,
    first: action ? firstOf(action) : null,
    note: work?.note ? shorten(work.note, 160) : null,
    measures: action ? [...measureTexts(action), ...(action.few ? [FEW] : [])] : [],
    impact: weighed ? impactText(weighed.impact) : '–',
    days: weighed ? decimalText(weighed.effort) : '–',
    who: work ? whoOf(work) : action?.step ? [action.step.owner.role, 'Responsable propuesto'] : [],
  }
}

const whoOf = ({ owner, due_on, state, overdue }: WorkedAction): string[] => [
  owner?.name ?? 'Sin responsable',
  due_on ? `Para el ${formatDay(due_on)}` : 'Sin fecha',
  `${STATES[state]}${overdue ? ', vencida' : ''}`,
]

const DETAILS_TEXT = ' Cómo hacer cada una está en el anexo, paso a paso.'

/** The actions of which there is more to say than their row has. */
const listDetailed = (plan: ShownPlan): PlanEntry[] =>
  listEntries(plan).filter(({ action, work }) => action || work?.note || work?.dropped_reason)

/** How each action of the table is done, at the end of a document; none where there is nothing more to say. */
export function planAppendix(plan: ShownPlan, people: number): ReportChapter[] {
  const entries = listDetailed(plan)
  if (entries.length === 0) return []
  return [
    {
      title: 'Anexo: acciones paso a paso',
      isAppendix: true,
      intro: 'Por qué, cómo, con quién y con qué evidencia hacer cada acción del plan.',
      blocks: [{ type: 'actions', title: 'Acciones', actions: entries.map(entry => writeEntry(entry, plan, people)) }],
    },
  ]
}

function writeEntry({ place, title, action, work }: PlanEntry, plan: ShownPlan, people: number): ReportAction {
  const made = work ? listWork(work) : []
  const written = action ? writeAction(action, plan, people) : ADDED
  return { ...written, mark: String(place), title, means: [...made, ...written.means] }
}

/** What is said of an action that somebody added. */
const ADDED: Omit<ReportAction, 'mark' | 'title'> = {
  kind: 'Agregada',
  subject: ADDED_SUBJECT,
  measures: '',
  reason: null,
  first: null,
  list: null,
  means: [],
  proofs: [],
}

function writeAction(action: Action, plan: ShownPlan, people: number): Omit<ReportAction, 'mark' | 'title'> {
  const { kind, few, step, recommendations } = action
  const list = step
    ? { label: HOW, ordered: true, items: step.how }
    : { label: recommendedLabel(action), ordered: false, items: recommendations }
  return {
    kind: ACTION_KINDS[kind],
    subject: subjectText(action),
    measures: [...measureTexts(action), ...(few ? [FEW] : [])].join(' · '),
    reason: reasonText(action, people),
    first: firstOf(action),
    list: list.items.length === 0 ? null : list,
    means: listMeans(action, plan),
    proofs: listProofs(action),
  }
}

/** What to do this week, or the question that opens the talk. */
function firstOf({ start, facilitator }: Action): ReportAction['first'] {
  if (start !== null) return { label: START, text: start }
  return facilitator === null ? null : { label: TALK, text: facilitator }
}

/** What to do first, on the first page of a document. */
export function nextBlock(plan: ShownPlan): ReportBlock {
  const next = nextEntries(plan)
  return {
    type: 'table',
    title: nextTitle(next.length),
    columns: [
      { label: 'Acción', share: 2.4, align: 'left' },
      { label: 'De dónde a dónde', share: 2, align: 'left' },
    ],
    rows: next.map((entry, index) => [
      `${index + 1}. ${nextName(entry)}`,
      (entry.action ? measureTexts(entry.action) : addedTexts(entry)).join(' · '),
    ]),
  }
}
