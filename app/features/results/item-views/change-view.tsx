import { Compared } from '#app/features/results/change/compared.tsx'
import { FinishedList } from '#app/features/results/change/finished-list.tsx'
import { MeasureAgain } from '#app/features/results/change/measure-again.tsx'
import { TrendPanel } from '#app/features/results/change/trend-panel.tsx'
import { figuresOf, type ItemViewProps } from './item-page.ts'

/** The change since an earlier measurement, and how to measure it again. */
export const ChangeView = ({ page }: ItemViewProps) => (
  <div className="grid gap-6">
    <Compared {...page.report} people={figuresOf(page).people} />
    {page.report.comparison?.finished && <FinishedList finished={page.report.comparison.finished} />}
    {page.report.trend && <TrendPanel trend={page.report.trend} />}
    {page.again && <MeasureAgain item={page.again} />}
  </div>
)
