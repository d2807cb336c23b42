import { Compared } from '#app/features/results/change/compared.tsx'
import { figuresOf, type ItemViewProps } from './item-page.ts'

/** The change since an earlier measurement. */
export const ChangeView = ({ page }: ItemViewProps) => <Compared {...page.report} people={figuresOf(page).people} />
