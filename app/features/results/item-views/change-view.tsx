import { Compared } from '#app/features/results/comparison.tsx'
import { figuresOf, type ItemViewProps } from './item-page.ts'

/** The change since an earlier measurement. */
export const ChangeView = ({ page }: ItemViewProps) => <Compared {...page.report} people={figuresOf(page).people} />
