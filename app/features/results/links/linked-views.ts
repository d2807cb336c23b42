import { AreasView } from '#app/features/results/item-views/areas-view.tsx'
import { BoardTab } from '#app/features/results/item-views/board-tab.tsx'
import { GroupsView } from '#app/features/results/item-views/groups-view.tsx'
import type { ItemViewProps } from '#app/features/results/item-views/item-page.ts'
import { PlanTab } from '#app/features/results/item-views/plan-tab.tsx'
import { QuestionsView } from '#app/features/results/item-views/questions-view.tsx'
import { SummaryView } from '#app/features/results/item-views/summary-view.tsx'
import { hasActions } from '#app/features/results/plan/plan-texts.ts'
import { BOARD_VIEW, FIRST_VIEW, PLAN_VIEW, QUESTIONS_VIEW, type View } from '#app/features/results/views.ts'
import type { LinkedReport } from './linked-report.ts'

export type LinkedView = View & { Content: (props: ItemViewProps) => React.ReactNode }

const SUMMARY: LinkedView = { key: FIRST_VIEW, label: 'Resumen', Content: SummaryView }
const BOARD: LinkedView = { key: BOARD_VIEW, label: 'Para el directorio', Content: BoardTab }
const PLAN: LinkedView = { key: PLAN_VIEW, label: 'Plan', Content: PlanTab }
const AREAS: LinkedView = { key: 'areas', label: 'Áreas', Content: AreasView }
const GROUPS: LinkedView = { key: 'grupos', label: 'Grupos', Content: GroupsView }
const QUESTIONS: LinkedView = { key: QUESTIONS_VIEW, label: 'Preguntas', Content: QuestionsView }

/** Every view that a link has, in the order of the purchase's own page: none that names people, changes something or compares purchases. */
export const LINKED_VIEWS: readonly [LinkedView, ...LinkedView[]] = [SUMMARY, BOARD, PLAN, AREAS, GROUPS, QUESTIONS]

/** Those that have content. */
export const listLinkedViews = ({ figures, plan, item }: LinkedReport): readonly [LinkedView, ...LinkedView[]] => [
  SUMMARY,
  BOARD,
  ...(hasActions(plan) ? [PLAN] : []),
  AREAS,
  ...(item.mode === 'confidential' || figures?.areas.groups.length || figures?.positions.groups.length ? [GROUPS] : []),
  QUESTIONS,
]
