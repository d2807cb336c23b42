import type { Guide } from '#app/features/catalogue/deliverables.ts'
import type { BoughtItem } from '#app/features/orders/buy-again.ts'
import type { Holder } from '#app/features/organisations/logo/logo.ts'
import type { BoardPage } from '#app/features/results/board/board.ts'
import type { ConsolidatedFigures, ConsolidatedReport } from '#app/features/results/consolidated/consolidated.ts'
import type { PlanAnswer } from '#app/features/results/plan-actions/plan-actions.ts'
import type { ItemResults } from '#app/features/results/results.ts'

export type ItemIntent = 'save-decisions' | 'propose-decisions'

/** What became of a form of the page. */
export type ItemAnswer = {
  intent: ItemIntent
  done: boolean
  text: string
  errors: Readonly<Record<string, string>>
  /** What was typed into a refused form. */
  values?: Readonly<Record<string, string>>
}

/** What the views of a purchase's results are made of. */
export type ItemPage = {
  item: ItemResults
  /** Its questions and the whole plan are there for the views that need them (see `item-views.ts`). */
  report: ConsolidatedReport
  /** Those that come with these results; with their texts for the view that shows them. */
  guides: readonly Guide[]
  /** Written for its own view alone. */
  board?: (BoardPage & { version: number }) | undefined
  /** The organisation that holds the purchase, for the same view. */
  holder?: Holder | undefined
  /** Where its files are for whoever has a link; by default the purchase's own. */
  boardFiles?: { page: string; slides: string } | undefined
  /** The purchase as a line of a cart, for who may measure it again. */
  again: BoughtItem | undefined
  answer: ItemAnswer | undefined
  /** What became of a form of its plan. */
  planAnswer?: PlanAnswer | undefined
}

export type ItemViewProps = { page: ItemPage }

/** The figures, in a view that is shown only where there are some. */
export function figuresOf({ report }: ItemPage): ConsolidatedFigures {
  if (!report.figures) throw new Error('This view has no content without figures')
  return report.figures
}

/** The answer to one form. */
export const answerTo = ({ answer }: ItemPage, intent: ItemIntent): ItemAnswer | undefined =>
  answer?.intent === intent ? answer : undefined
