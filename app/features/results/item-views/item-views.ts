import { hasActions, planHead } from '#app/features/results/plan/plan-texts.ts'
import type { View } from '#app/features/results/views.ts'
import {
  BOARD_VIEW,
  CHANGE_VIEW,
  FIRST_VIEW,
  GUIDES_VIEW,
  PEOPLE_VIEW,
  PLAN_VIEW,
  QUESTIONS_VIEW,
} from '#app/features/results/views.ts'
import { AreasView } from './areas-view.tsx'
import { BoardTab } from './board-tab.tsx'
import { ChangeView } from './change-view.tsx'
import { GroupsView } from './groups-view.tsx'
import { GuidesView } from './guides-view.tsx'
import type { ItemPage, ItemViewProps } from './item-page.ts'
import { PeopleView } from './people-view.tsx'
import { PlanTab } from './plan-tab.tsx'
import { QuestionsView } from './questions-view.tsx'
import { SummaryView } from './summary-view.tsx'

/** What costs much to read or to send, and is left out for the views that don't need it. */
export type Need = 'people' | 'plan' | 'questions'

export type ItemView = View & {
  needs?: readonly Need[]
  /** Whether it has content, judged by the page with everything in it. */
  has: (page: Omit<ItemPage, 'answer' | 'planAnswer'>) => boolean
  Content: (props: ItemViewProps) => React.ReactNode
}

const hasFigures = ({ report }: Pick<ItemPage, 'report'>): boolean => report.figures !== null

/** The views of a purchase's results, in the order of their tabs. A new one is a component in a file of its own and a line here. */
export const ITEM_VIEWS: readonly [ItemView, ...ItemView[]] = [
  { key: FIRST_VIEW, label: 'Resumen', has: () => true, Content: SummaryView },
  { key: BOARD_VIEW, label: 'Para el directorio', has: hasFigures, Content: BoardTab },
  { key: PLAN_VIEW, label: 'Plan', needs: ['plan'], has: ({ report }) => hasActions(report.plan), Content: PlanTab },
  { key: GUIDES_VIEW, label: 'Guías', has: ({ guides }) => guides.length > 0, Content: GuidesView },
  { key: 'areas', label: 'Áreas', has: hasFigures, Content: AreasView },
  {
    key: 'grupos',
    label: 'Grupos',
    has: ({ report: { figures, item } }) =>
      figures !== null &&
      (item.mode === 'confidential' || figures.areas.groups.length > 0 || figures.positions.groups.length > 0),
    Content: GroupsView,
  },
  { key: QUESTIONS_VIEW, label: 'Preguntas', needs: ['questions'], has: hasFigures, Content: QuestionsView },
  {
    key: CHANGE_VIEW,
    label: 'Cambio',
    has: ({ report, again }) =>
      report.figures !== null && (report.comparison !== null || report.baselines.length > 1 || again?.sold === true),
    Content: ChangeView,
  },
  { key: PEOPLE_VIEW, label: 'Personas', needs: ['people'], has: () => true, Content: PeopleView },
]

/** Those that have content; the first always has. */
export function listItemViews(page: Omit<ItemPage, 'answer' | 'planAnswer'>): readonly [ItemView, ...ItemView[]] {
  const [first, ...others] = ITEM_VIEWS
  return [first, ...others.filter(({ has }) => has(page))]
}

/** A report without what the shown view doesn't need; its beginning shows the first actions on every view. */
export function trimReport(report: ItemPage['report'], { needs = [] }: ItemView): ItemPage['report'] {
  const { figures, plan } = report
  return {
    ...report,
    plan: plan && (needs.includes('plan') ? plan : planHead(plan)),
    figures:
      figures &&
      (needs.includes('questions')
        ? figures
        : { ...figures, sections: figures.sections.map(section => ({ ...section, questions: [], open: [] })) }),
  }
}
